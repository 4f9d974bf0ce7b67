import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { Image, ImageOff } from 'lucide-react';
import { CHECKERBOARD } from '../../ui/thumbnail.tsx';
import { loadPreview } from './previews.ts';
import type { SelectedFile } from './selected.ts';

/** Thumbnail of a selected file. Off-screen rows are not rendered, so it is made when the row comes near. */
export function Preview({ selected }: { selected: SelectedFile }) {
  const { data: url, isError } = useQuery({
    queryKey: ['preview', selected.key],
    queryFn: () => loadPreview(selected),
    // The dimensions decide which side is scaled.
    enabled: selected.size !== undefined,
    gcTime: 0,
  });
  return (
    <Box sx={FRAME}>
      {url !== undefined && (
        <Box component="img" src={url} alt="" draggable={false} sx={{ ...CHECKERBOARD, ...PICTURE }} />
      )}
      {isError &&
        // 'unknown': the browser cannot show it, but the server may.
        (selected.size === 'unknown' ? <Image aria-hidden size={16} /> : <ImageOff aria-hidden size={16} />)}
    </Box>
  );
}

const PICTURE = { display: 'block', width: '100%', height: '100%' } as const;
export const FRAME = {
  flexShrink: 0,
  display: 'grid',
  placeContent: 'center',
  width: 44,
  height: 44,
  borderRadius: '8px',
  overflow: 'hidden',
  bgcolor: 'action.hover',
  color: 'text.secondary',
} as const;
