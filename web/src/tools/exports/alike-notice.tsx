import type { CheckedPicture } from '@portal/contracts/exports';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { chooseBest } from '../../pictures/checks/choose-best.ts';
import { findStacks } from '../../pictures/checks/find-stacks.ts';
import { useStackView } from '../../pictures/checks/stack-view.ts';
import { countOf, formatCount } from '../../ui/count.ts';
import { keyOf } from './picture-key.ts';

interface Props {
  pictures: readonly CheckedPicture[];
  /** How many the user has left out. */
  leftOut: number;
  onLeaveOut: (pictures: readonly CheckedPicture['picture'][]) => void;
}

/** Points out ready pictures that look alike. The button stays the same one, so that it keeps the focus. */
export function AlikeNotice({ pictures, leftOut, onLeaveOut }: Props) {
  const [{ likeness }] = useStackView();
  const ready = useMemo(
    () =>
      pictures
        .filter(({ isReady }) => isReady)
        .map(({ picture, isStarred, checks }) => ({ key: keyOf(picture), picture, isStarred, checks })),
    [pictures],
  );
  const stacks = useMemo(() => findStacks(ready, likeness), [ready, likeness]);
  if (leftOut === 0 && stacks.length === 0) return null;
  const alike = stacks.reduce((sum, stack) => sum + stack.pictures.length, 0);
  const { others } = chooseBest(stacks);
  const act = () => onLeaveOut(leftOut > 0 ? [] : others.map(({ picture }) => picture));
  return (
    <Alert
      role="note"
      severity="info"
      variant="outlined"
      action={
        (leftOut > 0 || others.length > 0) && (
          <Button size="small" color="inherit" onClick={act} sx={{ whiteSpace: 'nowrap' }}>
            {leftOut > 0 ? 'Put back' : 'Keep best of each'}
          </Button>
        )
      }
    >
      {leftOut > 0
        ? `${countOf(leftOut, 'alike picture')} left out: the best of each stays.`
        : `${formatCount(alike)} of ${formatCount(ready.length)} look alike: agencies refuse similar content.`}
    </Alert>
  );
}
