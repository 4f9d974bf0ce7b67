/** How many planted faults the cleaning drops, and how many good keywords it loses. */
import { FAULTS, type Fault } from './faults.ts';
import type { Sample } from './corpus.ts';
import { isMisspelled } from './judge-keywords.ts';

interface Count {
  planted: number;
  left: number;
}

interface CorpusJudgement {
  faults: Map<Fault, Count>;
  good: number;
  lost: string[];
  /** Good keywords that the dictionary does not know. */
  unknown: string[];
  /** Pictures whose first ten keywords are in another order than the model's. */
  reordered: number;
}

/** As the portal shows it. */
const toShown = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll("'s", 's')
    .replaceAll(/[^\p{L}\p{N}'-]+/gu, ' ')
    .trim();

export function judgeCorpus(
  results: readonly { sample: Sample; kept: readonly string[] }[],
): CorpusJudgement {
  const faults = new Map<Fault, Count>(FAULTS.map((fault) => [fault, { planted: 0, left: 0 }]));
  const judgement: CorpusJudgement = { faults, good: 0, lost: [], unknown: [], reordered: 0 };
  for (const { sample, kept } of results) judgeSample(sample, new Set(kept), judgement);
  judgement.reordered = results.filter(({ sample, kept }) => isReordered(sample, kept)).length;
  return judgement;
}

function judgeSample({ keywords }: Sample, kept: ReadonlySet<string>, judgement: CorpusJudgement): void {
  for (const { fault, ideas } of groupByFault(keywords)) {
    const count = judgement.faults.get(fault);
    if (!count) continue;
    for (const texts of ideas) {
      // One of near duplicates stays: any of them will do.
      const allowed = fault === 'near-duplicate' ? 1 : 0;
      count.planted += texts.length - allowed;
      count.left += Math.max(0, texts.filter((text) => kept.has(text)).length - allowed);
    }
  }
  for (const idea of new Set(keywords.filter(({ fault }) => fault === undefined).map((each) => each.idea))) {
    judgement.good += 1;
    const spellings = keywords.filter((each) => each.idea === idea).map(({ text }) => toShown(text));
    if (!spellings.some((text) => kept.has(text))) judgement.lost.push(idea);
    if (isMisspelled(idea)) judgement.unknown.push(idea);
  }
}

/** The spellings of each idea that has the fault. */
function groupByFault(keywords: Sample['keywords']): { fault: Fault; ideas: string[][] }[] {
  return FAULTS.map((fault) => {
    const ideas = new Set(keywords.filter((each) => each.fault === fault).map(({ idea }) => idea));
    return {
      fault,
      ideas: [...ideas].map((idea) => [
        ...new Set(keywords.filter((each) => each.idea === idea).map(({ text }) => toShown(text))),
      ]),
    };
  });
}

/** Those that must appear have their own place. */
function isReordered({ keywords, options }: Sample, kept: readonly string[]): boolean {
  if (options.mustAppear.length > 0) return false;
  const places = kept.map((keyword) => keywords.findIndex(({ text }) => toShown(text) === keyword));
  const known = places.filter((place) => place >= 0);
  return known.some((place, index) => index > 0 && place < (known[index - 1] ?? 0));
}
