import { toast } from '../../../client/toast/toast-store.ts';
import { chooseBest, chooseOne, type Chosen } from '../../../pictures/checks/choose-best.ts';
import { findStacks } from '../../../pictures/checks/find-stacks.ts';
import { useCompare } from '../../../pictures/compare/use-compare.ts';
import { countOf } from '../../../ui/count.ts';
import type { Selection } from '../../../ui/selection/selection.ts';
import type { Cell } from './side-by-side.ts';

interface Options {
  /** The job waits for a choice. */
  isChoosing: boolean;
  selection: Selection;
  onSelection: (selection: Selection) => void;
  onStar: (cells: readonly Cell[], isStarred: boolean) => void;
}

/** Keeps pictures: a job that waits for a choice goes on with them instead of the others; another one stars them. */
export function useChoosing({ isChoosing, selection, onSelection, onStar }: Options) {
  const compare = useCompare<Cell>();

  const keep = ({ kept, others }: Chosen<Cell>) => {
    const keys = kept.map(({ key }) => key);
    if (isChoosing) {
      const rest = selection.keys.difference(new Set(others.map(({ key }) => key)));
      onSelection({ keys: rest.union(new Set(keys)), anchor: keys.at(-1) });
    } else
      onStar(
        kept.filter(({ isStarred }) => !isStarred),
        true,
      );
    toast(`${countOf(kept.length, 'picture')} ${isChoosing ? 'chosen' : 'starred'}`);
  };

  const keepBest = (cells: readonly Cell[], likeness: number) => {
    const stacks = findStacks(cells, likeness);
    if (stacks.length === 0) toast('None of these pictures are alike');
    else keep(chooseBest(stacks));
  };

  /** One of those that are compared, by its place. */
  const keepOne = (place: number): Cell | undefined => {
    const cells = compare.compared?.pictures ?? [];
    const kept = cells[place];
    if (kept) keep(chooseOne(cells, kept));
    return kept;
  };
  const hint = isChoosing ? 'It is chosen, and the others are not.' : 'It gets a star.';
  return { compare, keepBest, keepOne, hint };
}
