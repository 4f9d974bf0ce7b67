import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useRef } from 'react';
import { Announcement } from '../../ui/announcement.tsx';
import { FileRow } from './file-row.tsx';
import type { Dimensions } from './read-dimensions.ts';
import { isSent } from './selected.ts';
import type { Uploads } from './uploads.ts';
import { useIsSending, useSelected } from './use-uploads.ts';

interface Props {
  uploads: Uploads;
  /** Describes a file by its dimensions, such as '4000 × 3000 to 8000 × 6000'. Default: the dimensions. */
  note?: ((dimensions: Dimensions) => string) | undefined;
  /** Sends the selection again. */
  onSend: () => void;
}

const ROW_PX = 60;
/** Has a third line. */
const SENT_ROW_PX = 80;
/** Shorter lists are not virtualized. */
const MAX_UNVIRTUALIZED = 50;

export function SelectedFiles(props: Props) {
  const { length } = useSelected(props.uploads);
  return (
    <>
      <Announcement>{length > 0 && describeCount(length)}</Announcement>
      {length > 0 && <FileList {...props} />}
    </>
  );
}

const describeCount = (count: number): string => `${count} image(s) selected`;

function FileList({ uploads, note, onSend }: Props) {
  const files = useSelected(uploads);
  const isSending = useIsSending(uploads);
  const scroller = useRef<HTMLDivElement>(null);
  const countId = useId();
  const getRowHeight = (index: number) => {
    const selected = files[index];
    return selected && isSent(selected) ? SENT_ROW_PX : ROW_PX;
  };
  // oxlint-disable-next-line react/incompatible-library -- the list rerenders on every scroll anyway
  const rows = useVirtualizer({
    count: files.length,
    getScrollElement: () => scroller.current,
    estimateSize: getRowHeight,
    overscan: files.length <= MAX_UNVIRTUALIZED ? MAX_UNVIRTUALIZED : 6,
    getItemKey: (index) => files[index]?.key ?? index,
  });
  const remove = (index: number) => {
    const selected = files[index];
    if (!selected) return;
    uploads.remove(selected.key);
    requestAnimationFrame(() => {
      const next = Math.min(index, files.length - 2);
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"] button[data-remove]`)?.focus();
    });
  };
  return (
    <Box component="section" aria-labelledby={countId} sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 32 }}>
        <Box id={countId} sx={{ flexGrow: 1, fontSize: '0.8125rem', fontWeight: 500 }}>
          {describeCount(files.length)}
        </Box>
        {!isSending && (
          <Button size="small" color="inherit" onClick={uploads.clear} sx={CLEAR}>
            Clear All
          </Button>
        )}
      </Box>
      <Box ref={scroller} role="list" sx={LIST}>
        <Box sx={{ position: 'relative' }} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ key, index, start, size }) => {
            const selected = files[index];
            return (
              selected && (
                <Box
                  key={key}
                  data-index={index}
                  role="listitem"
                  aria-setsize={files.length}
                  aria-posinset={index + 1}
                  sx={{ position: 'absolute', inset: '0 0 auto 0' }}
                  style={{ height: size, transform: `translateY(${start}px)` }}
                >
                  <FileRow
                    uploads={uploads}
                    selected={selected}
                    note={note}
                    isSending={isSending}
                    onRetry={() => (isSending ? uploads.session.retryFile(selected.key) : onSend())}
                    onRemove={() => remove(index)}
                  />
                </Box>
              )
            );
          })}
        </Box>
      </Box>
    </Box>
  );
}

const CLEAR = { minHeight: 32, px: 2, mr: -2, color: 'text.secondary' } as const;
const LIST = {
  // Keeps the form's options below on screen.
  maxHeight: 'clamp(150px, 100dvh - 640px, 312px)',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '12px',
  '& [data-index="0"] > *': { borderTop: 0 },
  // Where it is cut, it fades out.
  '&::after': {
    content: '""',
    position: 'sticky',
    bottom: 0,
    display: 'block',
    height: 20,
    mt: '-20px',
    background: 'linear-gradient(transparent, var(--mui-palette-background-paper))',
    pointerEvents: 'none',
  },
} as const;
