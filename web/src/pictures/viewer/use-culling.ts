import { useMarks } from '../marks/use-marks.ts';
import { useStars } from '../stars/use-stars.ts';
import type { PictureFacts } from './picture-facts.ts';

const keyOf = ({ source: { batchId, index } }: PictureFacts): string => `${batchId}/${index}`;

/** Keys to pick (P), reject (X) or unmark (U) the user's own picture. P and X go on to the next one. */
export function useCulling(facts: PictureFacts | undefined, goOn: () => void) {
  const changeStars = useStars();
  const [marks, changeMarks] = useMarks();
  const isMarked = (each: PictureFacts): boolean => marks.has(keyOf(each));
  const star = (isStarred: boolean) => {
    if (!facts || facts.isStarred === isStarred) return;
    const { source, tool } = facts;
    changeStars({ id: source.batchId, tool }, [source.index], isStarred);
  };
  const mark = (isNowMarked: boolean) => {
    if (!facts) return;
    const changed = new Set([keyOf(facts)]);
    changeMarks((all) => (isNowMarked ? all.union(changed) : all.difference(changed)));
  };
  const pick = () => {
    star(true);
    mark(false);
    goOn();
  };
  const reject = () => {
    mark(true);
    goOn();
  };
  const unmark = () => {
    star(false);
    mark(false);
  };
  return { isMarked, star, mark, keys: facts ? { p: pick, x: reject, u: unmark } : {} };
}
