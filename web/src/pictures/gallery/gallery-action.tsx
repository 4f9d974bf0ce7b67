import { Images } from 'lucide-react';
import { LabeledAction } from '../../ui/labeled-action.tsx';
import { makeGalleryPath } from './gallery-path.ts';

interface Props {
  batchId: string;
  label: string;
}

/** Opens a batch's gallery in a new window. It is a link, so no browser blocks it as a popup. */
export const GalleryAction = ({ batchId, label }: Props) => (
  <LabeledAction
    label={label}
    keepsLabel
    icon={<Images aria-hidden size={16} />}
    opens={makeGalleryPath(batchId)}
  />
);
