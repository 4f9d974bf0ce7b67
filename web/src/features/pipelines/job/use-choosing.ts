import { toast } from '../../../client/toast/toast-store.ts';
import type { Chosen } from '../../../pictures/checks/choose-best.ts';
import { findStacks } from '../../../pictures/checks/find-stacks.ts';
import { useKeeping } from '../../../pictures/compare/use-keeping.ts';
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

  const { compare, keepBest, keepOne } = useKeeping(keep);
  return {
    compare,
    keepOne,
    keepBest: (cells: readonly Cell[], likeness: number) => keepBest(findStacks(cells, likeness)),
    hint: isChoosing ? 'It is chosen, and the others are not.' : 'It gets a star.',
  };
}
