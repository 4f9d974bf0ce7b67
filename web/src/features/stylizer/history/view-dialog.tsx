import type { StylizerBatch } from '@portal/contracts/stylizer';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadSilently } from '../../../client/downloads/download-archive.ts';
import { makeDescribePicture } from '../../../pictures/gallery/describe-picture.ts';
import { ImageViewer } from '../../../pictures/viewer/image-viewer.tsx';
import { stylizer } from '../batches/stylizer.ts';
import { listGalleryPictures } from './list-gallery-pictures.ts';
import { listOriginals } from './list-originals.ts';

export type Side = 'original' | 'styled';

const TITLES: Record<Side, string> = { original: 'Original Image', styled: 'Styled Image' };
const OTHER: Record<Side, Side> = { original: 'styled', styled: 'original' };

interface Props {
  batch: StylizerBatch;
  /** The side to show first. */
  side: Side;
  item: number;
  isOpen: boolean;
  onClose: () => void;
}

/** The viewer, with a button between the original and the styled image. */
export function ViewDialog({ batch, side: firstSide, item, isOpen, onClose }: Props) {
  const [{ side, index }, setShown] = useState({ side: firstSide, index: item });
  const { data: images, isError } = useQuery(stylizer.imagesQuery(batch));
  const styled = images ? listGalleryPictures(batch, images) : [];
  const originals = listOriginals(batch);
  const others = { original: styled, styled: originals }[side];
  return (
    <ImageViewer
      // A cleanup may delete the files while the viewer is open.
      isOpen={isOpen && !batch.filesDeleted}
      title={TITLES[side]}
      pictures={side === 'styled' ? styled : originals}
      hasFailed={isError}
      index={index}
      {...(side === 'styled' && { describe: makeDescribePicture(stylizer, batch) })}
      actions={
        <Button
          variant="outlined"
          size="small"
          disabled={!others.some((other) => other.index === index)}
          onClick={() => setShown({ side: OTHER[side], index })}
          sx={{ flexShrink: 0 }}
        >
          Show {OTHER[side]}
        </Button>
      }
      onMove={(next) => setShown({ side, index: next })}
      onDownload={downloadSilently}
      onClose={onClose}
    />
  );
}
