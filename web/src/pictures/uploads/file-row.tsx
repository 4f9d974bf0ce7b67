import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Check, CircleAlert, X } from 'lucide-react';
import { FileName } from '../../ui/file-name.tsx';
import { IconAction } from '../../ui/icon-action.tsx';
import { describeBytes } from './describe-bytes.ts';
import { describeOrigin, type SentPicture } from '../send-to/sent-pictures.ts';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { FRAME, Preview } from './preview.tsx';
import type { Dimensions } from './read-dimensions.ts';
import { getName, getUploadBytes, isFile, isSent, type Selected } from './selected.ts';
import type { FileProgress } from './progress.ts';
import type { Uploads } from './uploads.ts';
import { useStore } from '../../client/observable.ts';

interface Props {
  uploads: Uploads;
  selected: Selected;
  note?: ((dimensions: Dimensions) => string) | undefined;
  isSending: boolean;
  onRetry: () => void;
  onRemove: () => void;
}

export function FileRow({ uploads, selected, note, isSending, onRetry, onRemove }: Props) {
  const { key } = selected;
  const name = getName(selected);
  const progress = useStore(uploads.session.subscribe, () => uploads.session.getFile(key));
  const bytes = isFile(selected) ? describeBytes(selected.file.size) : '';
  const facts = [describeSize(selected, note), bytes].filter(Boolean).join(' · ');
  return (
    <Box sx={ROW}>
      {isFile(selected) ? (
        <Preview selected={selected} />
      ) : (
        <Box sx={[FRAME, { placeContent: 'stretch' }]}>
          <Thumbnail path={selected.sent.thumbnailUrl} alt="" />
        </Box>
      )}
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <FileName name={name} />
        <Box
          sx={[LINE, { fontSize: '0.8125rem', color: 'text.secondary' }]}
          title={progress?.reason ?? facts}
        >
          {progress?.reason ?? facts}
        </Box>
        {isSent(selected) && <Origin picture={selected.sent} />}
      </Box>
      {progress && <State name={name} size={getUploadBytes(selected)} progress={progress} />}
      {progress?.state === 'failed' && isFile(selected) && (
        <Button
          size="small"
          aria-label={`Retry ${name}`}
          onClick={onRetry}
          sx={{ flexShrink: 0, minWidth: 0, minHeight: 32, px: 1.5 }}
        >
          Retry
        </Button>
      )}
      {!isSending && (
        <IconAction label={`Remove ${name}`} data-remove onClick={onRemove}>
          <X size={16} />
        </IconAction>
      )}
    </Box>
  );
}

/** The number stays visible if the batch's name is long. */
const Origin = ({ picture }: { picture: SentPicture }) => (
  <Box sx={ORIGIN} title={`from ${describeOrigin(picture)}`}>
    <Box component="span" sx={LINE}>
      from {picture.batchName}
    </Box>
    <Box component="span" sx={{ flexShrink: 0 }}>
      , #{picture.from.index + 1}
    </Box>
  </Box>
);

function describeSize({ size }: Selected, note: Props['note']): string {
  if (size === undefined || size === 'unknown') return '';
  if (size === 'unreadable') return 'may not be an image';
  return note?.(size) ?? `${size.width} × ${size.height}`;
}

function State({ name, size, progress }: { name: string; size: number; progress: FileProgress }) {
  const { state, sentBytes } = progress;
  if (state === 'waiting') return <Box sx={NOTE}>Waiting</Box>;
  if (state === 'failed')
    return (
      <Box sx={[NOTE, { color: 'error.main' }]}>
        <CircleAlert aria-hidden size={14} /> Failed
      </Box>
    );
  if (state === 'sent')
    return (
      <Box sx={[NOTE, { color: 'success.main' }]}>
        <Check aria-hidden size={14} /> Done
      </Box>
    );
  const percent = Math.floor((sentBytes / size) * 100);
  return (
    <Box role="progressbar" aria-label={`Uploading ${name}`} aria-valuenow={percent} sx={NOTE}>
      {percent}%
    </Box>
  );
}

const ROW = {
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  height: '100%',
  pl: 2,
  pr: 2,
  borderTop: '1px solid',
  borderColor: 'divider',
} as const;
const LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
const ORIGIN = { display: 'flex', fontSize: '0.8125rem', color: 'text.secondary' } as const;
const NOTE = {
  flexShrink: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  fontSize: '0.8125rem',
  color: 'text.secondary',
} as const;
