/** Which pictures are selected. Pictures are named by keys, in the order in which they are shown. */

export interface Selection {
  keys: ReadonlySet<string>;
  /** Where a range starts: the picture that was chosen last without Shift. */
  anchor: string | undefined;
}

export const NOTHING: Selection = { keys: new Set(), anchor: undefined };

/** Pictures that are selected together with one, such as those of its stack; at least itself. */
export type FindMembers = (key: string) => readonly string[];

const findItself: FindMembers = (key) => [key];

/** A click with Ctrl, or any click while something is selected. Members that are not all selected are selected. */
export function toggle({ keys }: Selection, key: string, findMembers = findItself): Selection {
  const members = new Set(findMembers(key));
  return { keys: members.isSubsetOf(keys) ? keys.difference(members) : keys.union(members), anchor: key };
}

/** A click with Shift: from the anchor to the picture, in either direction. With Ctrl, it adds to the selection. */
export function selectRange(
  { keys, anchor }: Selection,
  order: readonly string[],
  key: string,
  { adds = false, findMembers = findItself }: { adds?: boolean; findMembers?: FindMembers | undefined } = {},
): Selection {
  const start = anchor === undefined ? -1 : order.indexOf(anchor);
  const end = order.indexOf(key);
  const isKnown = start !== -1 && end !== -1;
  const range = isKnown ? order.slice(Math.min(start, end), Math.max(start, end) + 1) : [key];
  const members = range.flatMap(findMembers);
  return { keys: new Set(adds ? [...keys, ...members] : members), anchor: isKnown ? anchor : key };
}

export const addAll = ({ keys, anchor }: Selection, added: readonly string[]): Selection => ({
  keys: new Set([...keys, ...added]),
  anchor: added.at(-1) ?? anchor,
});

export const removeAll = ({ keys, anchor }: Selection, removed: readonly string[]): Selection => ({
  keys: keys.difference(new Set(removed)),
  anchor,
});

/** Among the pictures that are shown. */
export const invert = ({ keys, anchor }: Selection, order: readonly string[]): Selection => ({
  keys: new Set(order.filter((key) => !keys.has(key))),
  anchor,
});

/** Without pictures that are no longer shown. The selection itself if all are. */
export function keepShown(selection: Selection, order: readonly string[]): Selection {
  const shown = new Set(order);
  const { keys, anchor } = selection;
  if ([...keys, ...(anchor === undefined ? [] : [anchor])].every((key) => shown.has(key))) return selection;
  return {
    keys: keys.intersection(shown),
    anchor: anchor !== undefined && shown.has(anchor) ? anchor : undefined,
  };
}
