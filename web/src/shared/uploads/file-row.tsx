import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Check, CircleAlert, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconAction } from '../ui/icon-action.tsx';
import { describeBytes } from './describe-bytes.ts';
import { Preview } from './preview.tsx';
import type { Dimensions } from './read-dimensions.ts';
import type { SelectedFile } from './selection.ts';
import type { FileProgress } from './progress.ts';
import type { Uploads } from './uploads.ts';

interface Props {
  uploads: Uploads;
  selected: SelectedFile;
  note?: ((dimensions: Dimensions) => string) | undefined;
  isSending: boolean;
  onRemove: () => void;
}

export function FileRow({ uploads, selected, note, isSending, onRemove }: Props) {
  const { key, file } = selected;
  const progress = useSyncExternalStore(uploads.session.subscribe, () => uploads.session.getFile(key));
  const facts = [describeSize(selected, note), describeBytes(file.size)].filter(Boolean).join(' · ');
  return (
    <Box sx={ROW}>
      <Preview selected={selected} />
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Box sx={LINE} title={file.name}>
          {file.name}
        </Box>
        <Box
          sx={[LINE, { fontSize: '0.8125rem', color: 'text.secondary' }]}
          title={progress?.reason ?? facts}
        >
          {progress?.reason ?? facts}
        </Box>
      </Box>
      {progress && <State name={file.name} size={file.size} progress={progress} />}
      {progress?.state === 'failed' && (
        <Button
          size="small"
          aria-label={`Retry ${file.name}`}
          onClick={() => uploads.retryFile(key)}
          sx={{ flexShrink: 0, minWidth: 0, minHeight: 32, px: 1.5 }}
        >
          Retry
        </Button>
      )}
      {!isSending && (
        <IconAction label={`Remove ${file.name}`} data-remove onClick={onRemove}>
          <X size={16} />
        </IconAction>
      )}
    </Box>
  );
}

function describeSize({ size }: SelectedFile, note: Props['note']): string {
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
const NOTE = {
  flexShrink: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  fontSize: '0.8125rem',
  color: 'text.secondary',
} as const;
