import Box from '@mui/material/Box';
import { describeStacks } from '../../../pictures/checks/describe-stacks.ts';
import type { Stack } from '../../../pictures/checks/find-stacks.ts';
import { StackControls } from '../../../pictures/checks/stack-controls.tsx';
import type { StackView } from '../../../pictures/checks/stack-view.ts';
import { countOf, formatCount } from '../../../ui/count.ts';
import type { Cell } from './side-by-side.ts';

interface Props {
  /** All that are made. */
  pictures: readonly Cell[];
  /** Missing while they are not stacked. */
  stacks: readonly Stack<Cell>[] | undefined;
  view: StackView;
  onChange: (changes: Partial<StackView>) => void;
}

/** Stacks the pictures of a job, and says what that hides. */
export function StackLine({ pictures, stacks, view, onChange }: Props) {
  const unchecked = pictures.filter(({ checks }) => checks?.measures === undefined).length;
  return (
    <Box sx={LINE}>
      <StackControls view={view} onChange={onChange} />
      {stacks && <span role="status">{describeStacks(countOf(pictures.length, 'picture'), stacks)}</span>}
      {stacks && unchecked > 0 && <span>{formatCount(unchecked)} not checked yet</span>}
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
} as const;
