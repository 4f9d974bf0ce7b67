import { Images } from 'lucide-react';
import { LabelledAction } from '../../ui/labelled-action.tsx';
import { makeGalleryPath } from './gallery-path.ts';

interface Props {
  toolPath: string;
  batchId: string;
  label: string;
}

/** Opens the gallery of a batch in a window of its own: a link, which no browser takes for an unwanted one. */
export const GalleryAction = ({ toolPath, batchId, label }: Props) => (
  <LabelledAction
    label={label}
    icon={<Images aria-hidden size={16} />}
    opens={makeGalleryPath(toolPath, batchId)}
  />
);
