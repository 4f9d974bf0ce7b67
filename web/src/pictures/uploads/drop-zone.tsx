import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { FolderOpen, ImagePlus } from 'lucide-react';
import { useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { canChooseFolders, chooseFolder } from './choose-folder.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { listAccepted, sortByPath } from './check-files.ts';
import { IgnoredFiles } from './ignored-files.tsx';
import { VISUALLY_HIDDEN } from '../../ui/visually-hidden.ts';
import type { Uploads } from './uploads.ts';
import { usePaste } from './use-paste.ts';
import { useIsSending, useSelected } from './use-uploads.ts';

interface Props {
  uploads: Uploads;
  /** 'Drop images here or click to select'. */
  title: string;
  /** What it accepts, one line each. */
  hints: readonly string[];
  /** Leaves room for what else has to be chosen: it is lower, and on a phone one line. */
  isLow?: boolean;
}

/** Accepts images that are dropped, pasted or picked, and all images of a dropped folder. */
export function DropZone({ uploads, title, hints, isLow = false }: Props) {
  const isSending = useIsSending(uploads);
  const isEmpty = useSelected(uploads).length === 0;
  const [isUnreadable, setIsUnreadable] = useState(false);
  const { getRootProps, getInputProps, isDragActive, isDragGlobal, isProcessing } = useDropzone({
    disabled: isSending,
    // usePaste handles paste for the whole page.
    noPaste: true,
    onDrop: (files) => {
      setIsUnreadable(false);
      uploads.add(sortByPath(files));
    },
    onError: () => setIsUnreadable(true),
  });
  usePaste(uploads.add);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={isEmpty && !isLow ? { display: 'grid', gap: 2 } : BAR}>
        <Box
          {...getRootProps({ role: 'button' })}
          aria-busy={isProcessing}
          data-dragging={isDragActive}
          sx={[
            ZONE,
            isEmpty ? isLow && LOW : SMALL,
            isDragGlobal && NEAR,
            isDragActive && OVER,
            isSending && OFF,
          ]}
        >
          <Box sx={BADGE} aria-hidden data-badge>
            <ImagePlus size={20} />
          </Box>
          <Box sx={{ fontWeight: 500 }}>{title}</Box>
          <Box data-hints sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            {hints.map((hint) => (
              <div key={hint}>{hint}</div>
            ))}
          </Box>
        </Box>
        {canChooseFolders() && (
          <FolderButton isSmall={!isEmpty || isLow} isDisabled={isSending} onChoose={uploads.add} />
        )}
      </Box>
      <input
        {...getInputProps({ accept: listAccepted(uploads.selection.rules), style: { display: 'none' } })}
      />
      <IgnoredFiles uploads={uploads} status={describeReading({ isProcessing, isUnreadable })} />
    </Box>
  );
}

interface FolderProps {
  isSmall: boolean;
  isDisabled: boolean;
  onChoose: (files: File[]) => void;
}

function FolderButton({ isSmall, isDisabled, onChoose }: FolderProps) {
  const choose = () => chooseFolder((files) => onChoose(sortByPath(files)));
  if (isSmall)
    return (
      <IconAction label={FOLDER_LABEL} disabled={isDisabled} onClick={choose}>
        <FolderOpen size={16} />
      </IconAction>
    );
  return (
    <Button
      size="small"
      color="inherit"
      disabled={isDisabled}
      startIcon={<FolderOpen aria-hidden size={15} />}
      onClick={choose}
      sx={FOLDER}
    >
      {FOLDER_LABEL}
    </Button>
  );
}

function describeReading(state: { isProcessing: boolean; isUnreadable: boolean }): string | undefined {
  if (state.isProcessing) return 'Reading files…';
  return state.isUnreadable ? 'The files could not be read. Choose them again.' : undefined;
}

const ZONE = {
  display: 'grid',
  justifyItems: 'center',
  gap: 2,
  px: 4,
  py: 8,
  textAlign: 'center',
  textWrap: 'balance',
  cursor: 'pointer',
  border: '1px dashed',
  borderColor: 'divider',
  borderRadius: '12px',
  bgcolor: 'background.default',
  transition: 'border-color 140ms ease-out, background-color 140ms ease-out',
  '&:hover': { borderColor: 'text.secondary' },
} as const;
const NARROW = '@media (max-width: 599.95px)';
/** Leaves room for the file list. */
const FOLDER_LABEL = 'Choose a folder';
/** Beside the zone, once it is small. */
const BAR = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: 1,
} as const;
const FOLDER = { justifySelf: 'center', minHeight: 32, px: 2, color: 'text.secondary' } as const;
const SMALL = {
  py: 2,
  fontSize: '0.8125rem',
  '& > [data-badge]': { display: 'none' },
  '& > [data-hints]': VISUALLY_HIDDEN,
} as const;
const LOW = {
  gridTemplateColumns: { sm: 'auto minmax(0, auto)' },
  justifyContent: 'center',
  justifyItems: { sm: 'start' },
  columnGap: 4,
  rowGap: 1,
  py: 3,
  textAlign: { sm: 'start' },
  '& > [data-badge]': { gridRow: '1 / 3', alignSelf: 'center' },
  '& > [data-hints]': { display: 'flex', flexWrap: 'wrap', columnGap: 4 },
  [NARROW]: SMALL,
} as const;
const NEAR = { borderColor: 'primary.main' } as const;
const OVER = {
  borderStyle: 'solid',
  borderColor: 'primary.main',
  bgcolor: 'rgba(var(--mui-palette-primary-mainChannel) / 0.08)',
  '&:hover': { borderColor: 'primary.main' },
} as const;
const OFF = { cursor: 'default', opacity: 0.55, '&:hover': { borderColor: 'divider' } } as const;
const BADGE = {
  display: 'grid',
  placeContent: 'center',
  width: 40,
  height: 40,
  borderRadius: '10px',
  border: '1px solid',
  borderColor: 'divider',
  bgcolor: 'background.paper',
  color: 'primary.main',
} as const;
