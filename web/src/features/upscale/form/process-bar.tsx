import type { Scale, UpscaleQuality } from '@portal/contracts/upscale';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId } from 'react';
import { countImages } from '../../../ui/describe-price.ts';
import { Spinner } from '../../../ui/loading.tsx';
import { MissingList } from '../../../ui/missing-list.tsx';
import { ToolSubmitBar } from '../../../ui/tool-card.tsx';
import { UploadProgress } from '../../../pictures/uploads/upload-progress.tsx';
import type { Uploads } from '../../../pictures/uploads/uploads.ts';
import { useIsSending, useSelected } from '../../../pictures/uploads/use-uploads.ts';
import { describeTooLarge } from './describe-output.ts';
import { describeTime } from './describe-time.ts';

interface Props {
  uploads: Uploads;
  scale: Scale;
  enhance: boolean;
  /** Of the portal's own model. Undefined if another service does the work, whose time is not known. */
  quality: UpscaleQuality | undefined;
  onShowImages: () => void;
  onProcess: () => void;
}

/** A warning or the upload progress, and the submit button. */
export function ProcessBar({ uploads, scale, enhance, quality, onShowImages, onProcess }: Props) {
  const selected = useSelected(uploads);
  const isSending = useIsSending(uploads);
  const sizes = selected.map(({ size }) => (typeof size === 'object' ? size : undefined));
  const known = sizes.filter((size) => size !== undefined);
  const warning = isSending ? undefined : describeTooLarge(known, scale);
  const time = quality && describeTime(sizes, scale, quality);
  const id = useId();
  return (
    <ToolSubmitBar>
      <Box sx={{ gridColumn: '1 / -1', '&:empty': { display: 'none' } }}>
        <UploadProgress uploads={uploads} onSend={onProcess} />
      </Box>
      <Box role="status" hidden={warning === undefined} sx={{ fontSize: '0.8125rem', color: 'error.main' }}>
        {warning}
      </Box>
      {selected.length > 0 && !isSending && (
        <Box id={id} sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          {[
            `Upscales ${countImages(selected.length)} to ${scale}x${enhance ? ', enhanced' : ''}`,
            'Free',
            ...(time === undefined ? [] : [time]),
          ].join(' · ')}
        </Box>
      )}
      {selected.length === 0 && <MissingList id={id} missing={[{ label: 'Images', onShow: onShowImages }]} />}
      <Button
        variant="contained"
        disabled={selected.length === 0 || isSending}
        aria-describedby={isSending ? undefined : id}
        onClick={onProcess}
        startIcon={isSending && <Spinner size={14} />}
        sx={{ minHeight: 40, gridColumn: { xs: warning === undefined ? '1 / -1' : 'auto', sm: 'auto' } }}
      >
        Process Images
      </Button>
    </ToolSubmitBar>
  );
}
