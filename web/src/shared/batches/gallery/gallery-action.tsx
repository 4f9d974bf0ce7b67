import { Images } from 'lucide-react';
import { LabelledAction } from '../../ui/labelled-action.tsx';
import { makeGalleryPath } from './gallery-path.ts';

interface Props {
  batchId: string;
  label: string;
}

/** Opens the gallery of a batch in a window of its own: a link, which no browser takes for an unwanted one. */
export const GalleryAction = ({ batchId, label }: Props) => (
  <LabelledAction label={label} icon={<Images aria-hidden size={16} />} opens={makeGalleryPath(batchId)} />
);
