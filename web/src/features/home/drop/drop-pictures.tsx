import { PICTURE_TYPES } from '@portal/contracts/picture-type';
import Box from '@mui/material/Box';
import { useCallback, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { listAccepted, sortByPath } from '../../../pictures/uploads/check-files.ts';
import { usePaste } from '../../../pictures/uploads/use-paste.ts';
import { DropText, ZONE } from './drop-text.tsx';
import { ToolDialog } from './tool-dialog.tsx';

const ACCEPTED = listAccepted({ types: PICTURE_TYPES });

/** Accepts pictures that are dropped, pasted or picked, and asks which tool they are for. */
export function DropPictures() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const ask = useCallback((chosen: File[]) => {
    if (chosen.length === 0) return;
    setFiles(sortByPath(chosen));
    setIsOpen(true);
  }, []);
  const { getRootProps, getInputProps, isDragActive, isDragGlobal } = useDropzone({
    // usePaste handles paste for the whole page.
    noPaste: true,
    onDrop: ask,
  });
  usePaste(ask);
  return (
    <>
      <Box {...getRootProps({ role: 'button' })} sx={[ZONE, isDragGlobal && NEAR, isDragActive && OVER]}>
        <DropText />
      </Box>
      <input {...getInputProps({ accept: ACCEPTED, style: { display: 'none' } })} />
      <ToolDialog files={files} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

const NEAR = { borderColor: 'primary.main' } as const;
const OVER = {
  borderStyle: 'solid',
  bgcolor: 'rgba(var(--mui-palette-primary-mainChannel) / 0.08)',
} as const;
