import type { Snapshot, StoredDocument } from '../model.ts';
import { compareRanked, isBetween, rank, type Ranked } from './order.ts';
import type { DocumentTest } from './match-filter.ts';
import type { QueryPlan } from './prepared-query.ts';
import { isName } from './query-path.ts';
import { documentsInRange, documentsInScope, nameRangeOf } from './scope.ts';

/** Returns undefined if the document is not a result. Does not check its collection. */
function rankIfResult(document: StoredDocument, plan: QueryPlan, accepts: DocumentTest): Ranked | undefined {
  if (!accepts(document)) return undefined;
  const ranked = rank(document, plan.order);
  return ranked && isBetween(ranked, plan.start, plan.end, plan.order) ? ranked : undefined;
}

export function runQuery(plan: QueryPlan, accepts: DocumentTest, snapshot: Snapshot): StoredDocument[] {
  const { limit: wanted = Infinity, order } = plan;
  if (wanted === 0) return [];
  const candidates = documentsInRange(documentsInScope(snapshot, plan), nameRangeOf(plan));
  const first = order[0];
  const results =
    first && isName(first.path)
      ? takeInNameOrder(first.descending ? candidates.toReversed() : candidates, plan, accepts, wanted)
      : takeSmallest(candidates, plan, accepts, wanted);
  return results.slice(0, wanted);
}

function takeInNameOrder(
  candidates: readonly StoredDocument[],
  plan: QueryPlan,
  accepts: DocumentTest,
  wanted: number,
): StoredDocument[] {
  const results: StoredDocument[] = [];
  for (const document of candidates) {
    if (results.length >= wanted) break;
    if (rankIfResult(document, plan, accepts)) results.push(document);
  }
  return results;
}

/** Keeps at most twice the wanted number, and drops documents that sort after the last one kept. */
function takeSmallest(
  candidates: readonly StoredDocument[],
  plan: QueryPlan,
  accepts: DocumentTest,
  wanted: number,
): StoredDocument[] {
  const compare = (left: Ranked, right: Ranked) => compareRanked(left, right, plan.order);
  let kept: Ranked[] = [];
  let last: Ranked | undefined;
  for (const document of candidates) {
    const ranked = rankIfResult(document, plan, accepts);
    if (!ranked || (last && compare(ranked, last) > 0)) continue;
    kept.push(ranked);
    if (kept.length >= 2 * wanted) {
      kept = kept.sort(compare).slice(0, wanted);
      last = kept.at(-1);
    }
  }
  return kept.sort(compare).map(({ document }) => document);
}
