import type { Dispatch, SetStateAction } from 'react';
import { toast } from '../../client/toast/toast-store.ts';
import { chooseBest, chooseOne, type Chosen } from '../../pictures/checks/choose-best.ts';
import { findStacks } from '../../pictures/checks/find-stacks.ts';
import { useCompare } from '../../pictures/compare/use-compare.ts';
import { countOf, formatCount } from '../../ui/count.ts';
import type { ShownPicture } from './model/list-rows.ts';
import type { usePictureActions } from './use-picture-actions.ts';

interface Options {
  actions: Pick<ReturnType<typeof usePictureActions>, 'star'>;
  setMarked: Dispatch<SetStateAction<ReadonlySet<string>>>;
}

/** Keeps pictures: they get a star, and the others are marked for deletion. Nothing is deleted until somebody deletes what is marked. */
export function useChoosing({ actions, setMarked }: Options) {
  const compare = useCompare<ShownPicture>();

  const keep = ({ kept, others }: Chosen<ShownPicture>) => {
    actions.star(
      kept.filter(({ isStarred }) => !isStarred),
      true,
    );
    setMarked((marked) =>
      marked.difference(new Set(kept.map(({ key }) => key))).union(new Set(others.map(({ key }) => key))),
    );
    toast(`${countOf(kept.length, 'picture')} kept`, {
      description: `${formatCount(others.length)} marked for deletion.`,
    });
  };

  const keepBest = (pictures: readonly ShownPicture[], likeness: number) => {
    // Another tool's work on a picture is the same picture, not one to choose from.
    const byTool = Map.groupBy(pictures, ({ batch }) => batch.tool);
    const stacks = [...byTool.values()].flatMap((own) => findStacks(own, likeness));
    if (stacks.length === 0) toast('None of these pictures are alike');
    else keep(chooseBest(stacks));
  };

  /** One of those that are compared, by its place. */
  const keepOne = (place: number): ShownPicture | undefined => {
    const pictures = compare.compared?.pictures ?? [];
    const kept = pictures[place];
    if (kept) keep(chooseOne(pictures, kept));
    return kept;
  };
  return { compare, keepBest, keepOne };
}
