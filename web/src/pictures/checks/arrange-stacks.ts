/** What a grid shows of its pictures while alike ones are stacked. */
import type { CheckedPicture, Stack } from './find-stacks.ts';

/** The place of a picture in its stack. */
export interface StackPart<Picture> {
  pictures: readonly Picture[];
  isOpen: boolean;
  /** The best one, which is all that a closed stack shows. */
  isTop: boolean;
}

/** `part`: missing for a picture in no stack. */
export type StackCell<Picture> = Picture & { part?: StackPart<Picture> };

/** A stack is where its first picture was. An open one shows all of its pictures there, the best one first. */
export function arrangeStacks<Picture extends Pick<CheckedPicture, 'key'>>(
  pictures: readonly Picture[],
  stacks: readonly Stack<Picture>[],
  /** Key of any picture of the open stack. */
  open: string | undefined,
): StackCell<Picture>[] {
  const stackOf = new Map(stacks.flatMap((stack) => stack.pictures.map(({ key }) => [key, stack] as const)));
  const placed = new Set<Stack<Picture>>();
  return pictures.flatMap((picture): StackCell<Picture>[] => {
    const stack = stackOf.get(picture.key);
    if (!stack) return [picture];
    if (placed.has(stack)) return [];
    placed.add(stack);
    const isOpen = open !== undefined && stackOf.get(open) === stack;
    const shown = isOpen ? stack.pictures : stack.pictures.slice(0, 1);
    return shown.map((each, place) => ({
      ...each,
      part: { pictures: stack.pictures, isOpen, isTop: place === 0 },
    }));
  });
}

/** The pictures that a cell stands for: all of a closed stack. */
export const listCellPictures = <Picture>(cell: StackCell<Picture>): readonly Picture[] =>
  cell.part && !cell.part.isOpen ? cell.part.pictures : [cell];

/** How much of a cell is selected; 'mixed' for a closed stack of which some pictures are. */
export function readSelected<Picture extends Pick<CheckedPicture, 'key'>>(
  cell: StackCell<Picture>,
  keys: ReadonlySet<string>,
): boolean | 'mixed' {
  const own = listCellPictures(cell);
  const count = own.filter(({ key }) => keys.has(key)).length;
  return count === own.length || (count > 0 && 'mixed');
}
