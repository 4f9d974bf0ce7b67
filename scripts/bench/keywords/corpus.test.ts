import { KeywordOptionsSchema } from '@portal/contracts/keyword-generator';
import { readAnswer } from '@portal/functions/src/tools/keyword-generator/read-answer.ts';
import { expect, it } from 'vitest';
import { makeSamples } from './corpus.ts';
import { judgeCorpus } from './judge-corpus.ts';
import { countSameTitles, judgeTexts } from './judge-keywords.ts';

const samples = makeSamples();

function clean() {
  return judgeCorpus(
    samples.map((sample) => {
      const answer = readAnswer(sample.answer, KeywordOptionsSchema.parse(sample.options));
      if (answer.kind === 'bad') throw new Error(answer.problem);
      return { sample, kept: answer.texts.keywords };
    }),
  );
}

it('has 40 samples, the same each time', () => {
  expect(samples).toHaveLength(40);
  expect(makeSamples()).toEqual(samples);
  expect(new Set(samples.map(({ fileName }) => fileName)).size).toBe(40);
});

it('loses no good keyword, and keeps the order', () => {
  expect(clean()).toMatchObject({ lost: [], reordered: 0 });
});

it.each([
  ['near-duplicate', 0],
  ['title', 0],
  ['forbidden word', 0],
  ['camera term', 0],
  // A third of them are brands that the list does not have.
  ['brand name', 0.34],
] as const)('drops planted faults: %s', (fault, maxShare) => {
  const { planted = 0, left = 0 } = clean().faults.get(fault) ?? {};
  expect(planted).toBeGreaterThan(0);
  expect(left / planted).toBeLessThanOrEqual(maxShare);
});

it('counts faults', () => {
  const keywords = ['boat', 'Boats', 'boat lake', 'lakes boat', 'nike shoes', 'moutain', 'people', 'iso 100'];
  const title = 'Red boat on a lake';
  expect(
    judgeTexts(
      { title, keywords: [...keywords, 'Red Boat on a lake.'] },
      { mustAppear: [], mustNotAppear: ['people'] },
    ),
  ).toEqual({
    keywords: 9,
    'near-duplicates': 2,
    'brand names': 1,
    'words unknown to the dictionary': 1,
    'title as a keyword': 1,
    'forbidden words': 1,
    'camera and stock terms': 1,
    'brand names in titles': 0,
  });
  expect(
    judgeTexts(
      { title: 'Nike shoes', keywords: ['apple', 'color', 'Paris', 'Nike Run Club'] },
      { mustAppear: ['Nike Run Club'], mustNotAppear: [] },
    ),
  ).toMatchObject({
    'brand names': 0,
    'words unknown to the dictionary': 0,
    'brand names in titles': 1,
  });
  expect(countSameTitles(['A boat', 'a boat.', 'A lake', 'A boat'])).toBe(2);
});

it('counts what the cleaning did not do', () => {
  const { faults, good, lost } = judgeCorpus(samples.map((sample) => ({ sample, kept: [] })));
  expect(lost).toHaveLength(good);
  const kept = (sample: (typeof samples)[number]) => sample.keywords.map(({ text }) => text.toLowerCase());
  const all = judgeCorpus(samples.map((sample) => ({ sample, kept: kept(sample) })));
  expect(all.lost).toEqual([]);
  expect(all.faults.get('title')).toEqual({ planted: 13, left: 13 });
  expect(faults.get('title')).toEqual({ planted: 13, left: 0 });
});
