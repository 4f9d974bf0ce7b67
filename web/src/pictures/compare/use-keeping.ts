import { toast } from '../../client/toast/toast-store.ts';
import { chooseBest, chooseOne, type Chosen } from '../checks/choose-best.ts';
import type { CheckedPicture, Stack } from '../checks/find-stacks.ts';
import { useCompare } from './use-compare.ts';

/** Keeps the best pictures of stacks, or one of those that are compared. `keep`: what becomes of them and of the others. */
export function useKeeping<Picture extends CheckedPicture>(keep: (chosen: Chosen<Picture>) => void) {
  const compare = useCompare<Picture>();

  const keepBest = (stacks: readonly Stack<Picture>[]) => {
    if (stacks.length === 0) toast('None of these pictures are alike');
    else keep(chooseBest(stacks));
  };

  /** By its place. */
  const keepOne = (place: number): Picture | undefined => {
    const pictures = compare.compared?.pictures ?? [];
    const kept = pictures[place];
    if (kept) keep(chooseOne(pictures, kept));
    return kept;
  };
  return { compare, keepBest, keepOne };
}
