import { useCallback, useMemo, useState } from 'react';
import { arrangeStacks, listCellPictures, type StackCell } from './arrange-stacks.ts';
import type { CheckedPicture, Stack } from './find-stacks.ts';

/** Pictures that are shown together, such as those of a batch. */
export interface StackGroup<Picture> {
  pictures: readonly Picture[];
  /** Missing while alike pictures are not stacked. */
  stacks?: readonly Stack<Picture>[] | undefined;
}

/** The cells of a grid with stacks, one of which may be open. */
export function useStackCells<Picture extends CheckedPicture>(groups: readonly StackGroup<Picture>[]) {
  const [openKey, setOpenKey] = useState<string>();
  /** Of each group. */
  const cells = useMemo(
    () =>
      groups.map(({ pictures, stacks }): readonly StackCell<Picture>[] =>
        stacks ? arrangeStacks(pictures, stacks, openKey) : pictures,
      ),
    [groups, openKey],
  );
  const all = useMemo(() => cells.flat(), [cells]);
  /** Also those in closed stacks, each after the picture on top. */
  const pictures = useMemo(() => all.flatMap(listCellPictures), [all]);
  const closed = useMemo(
    () => all.flatMap(({ part }) => (part && !part.isOpen ? [part.pictures.map(({ key }) => key)] : [])),
    [all],
  );
  const byMember = useMemo(
    () => new Map(closed.flatMap((keys) => keys.map((key) => [key, keys] as const))),
    [closed],
  );
  /** The same function in every render, so that cells are rendered only if they have changed. */
  const toggleStack = useCallback(
    ({ key, part }: StackCell<Picture>) => setOpenKey(part?.isOpen === true ? undefined : key),
    [],
  );
  return {
    cells,
    pictures,
    /** The open stack. */
    open: all.find(({ part }) => part?.isOpen)?.part?.pictures,
    toggleStack,
    closeStack: () => setOpenKey(undefined),
    /** Selected with a picture: all of a closed stack. */
    findMembers: (key: string): readonly string[] => byMember.get(key) ?? [key],
    /** The picture that is shown for one: the top of its closed stack, or itself. */
    findShown: (key: string): string => byMember.get(key)?.[0] ?? key,
    /** Closed stacks of which all pictures are selected. */
    countSelected: (keys: ReadonlySet<string>): number =>
      closed.filter((members) => members.every((key) => keys.has(key))).length,
  };
}
