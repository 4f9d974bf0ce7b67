import Box from '@mui/material/Box';
import { Maximize2 } from 'lucide-react';
import { describeStacks } from '../../../pictures/checks/describe-stacks.ts';
import type { Stack } from '../../../pictures/checks/find-stacks.ts';
import { StackControls } from '../../../pictures/checks/stack-controls.tsx';
import type { StackView } from '../../../pictures/checks/stack-view.ts';
import { PictureSizeControl } from '../../../pictures/batches/picture-size-control.tsx';
import { countOf, formatCount } from '../../../ui/count.ts';
import { LabeledAction } from '../../../ui/labeled-action.tsx';
import { addAll, removeAll, type Selection } from '../../../ui/selection/selection.ts';
import { LaneLine } from './lane-header.tsx';
import type { Cell, Lane } from './side-by-side.ts';

interface Props {
  /** All that are made. */
  pictures: readonly Cell[];
  /** Missing while they are not stacked. */
  stacks: readonly Stack<Cell>[] | undefined;
  canStack: boolean;
  view: StackView;
  onView: (changes: Partial<StackView>) => void;
  /** Of a gallery: the only model. */
  lane: Lane | undefined;
  selection: Selection;
  onSelection: (selection: Selection) => void;
  /** In a table, pictures are as wide as their column. */
  hasSizes: boolean;
  /** Missing unless pictures are to be chosen. Null until all are made, so that nothing moves then. */
  onChooseInViewer: (() => void) | null | undefined;
}

/** Above the pictures of a job: its only model, stacks with what they hide, and how large pictures are. */
export function PicturesLine(props: Props) {
  const { pictures, stacks, canStack, view, onView, lane, selection, onSelection } = props;
  const { hasSizes, onChooseInViewer } = props;
  const unchecked = pictures.filter(({ checks }) => checks?.measures === undefined).length;
  const keys = pictures.map(({ key }) => key);
  return (
    <Box sx={LINE}>
      {lane && (
        <LaneLine
          lane={lane}
          areAllSelected={keys.length > 0 && keys.every((key) => selection.keys.has(key))}
          onSelect={(isSelected) =>
            onSelection(isSelected ? addAll(selection, keys) : removeAll(selection, keys))
          }
        />
      )}
      {onChooseInViewer !== undefined && (
        <LabeledAction
          label="Choose one by one"
          keepsLabel
          variant="outlined"
          icon={<Maximize2 aria-hidden size={16} />}
          disabled={onChooseInViewer === null}
          onClick={onChooseInViewer ?? undefined}
        />
      )}
      {canStack && <StackControls view={view} onChange={onView} />}
      {stacks && <span role="status">{describeStacks(countOf(pictures.length, 'picture'), stacks)}</span>}
      {stacks && unchecked > 0 && <span>{formatCount(unchecked)} not checked yet</span>}
      {hasSizes && <PictureSizeControl />}
    </Box>
  );
}

const LINE = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 2,
  columnGap: 4,
  mb: 2,
  color: 'text.secondary',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  '&:empty': { display: 'none' },
} as const;
