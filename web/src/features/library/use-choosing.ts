import { toast } from '../../client/toast/toast-store.ts';
import type { Chosen } from '../../pictures/checks/choose-best.ts';
import { findStacks } from '../../pictures/checks/find-stacks.ts';
import { useKeeping } from '../../pictures/compare/use-keeping.ts';
import type { ChangeMarks } from '../../pictures/marks/use-marks.ts';
import { countOf, formatCount } from '../../ui/count.ts';
import type { ShownPicture } from './model/list-rows.ts';
import type { usePictureActions } from './use-picture-actions.ts';

interface Options {
  actions: Pick<ReturnType<typeof usePictureActions>, 'star'>;
  changeMarked: ChangeMarks;
  /** The selection may contain what is kept, and its delete must not be the next button. */
  clearSelection: () => void;
}

/** Keeps pictures: they get a star, and the others are marked for deletion. Nothing is deleted until somebody deletes what is marked. */
export function useChoosing({ actions, changeMarked, clearSelection }: Options) {
  const keep = ({ kept, others }: Chosen<ShownPicture>) => {
    actions.star(
      kept.filter(({ isStarred }) => !isStarred),
      true,
    );
    changeMarked((marked) =>
      marked.difference(new Set(kept.map(({ key }) => key))).union(new Set(others.map(({ key }) => key))),
    );
    clearSelection();
    toast(`${countOf(kept.length, 'picture')} kept`, {
      description: `${formatCount(others.length)} marked for deletion.`,
    });
  };

  const { compare, keepBest, keepOne } = useKeeping(keep);
  return {
    compare,
    keepOne,
    keepBest: (pictures: readonly ShownPicture[], likeness: number) => {
      // Another tool's work on a picture is the same picture, not one to choose from.
      const byTool = Map.groupBy(pictures, ({ batch }) => batch.tool);
      keepBest([...byTool.values()].flatMap((own) => findStacks(own, likeness)));
    },
  };
}
