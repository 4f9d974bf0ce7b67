/** Answers as models give them, each keyword with what is wrong with it. The same seed makes the same answers. */
import { BRANDS, CAMERA_TERMS, misspell, pickForeign, repeat, type Fault } from './faults.ts';
import { Random } from './random.ts';
import { CONCEPTS, TOPICS, type Topic } from './topics.ts';

const SEED = 18;
const FORBIDDEN = ['people', 'background'];
const REQUIRED = ['summer vacation', 'Nike Run Club'];

export interface PlantedKeyword {
  text: string;
  /** Undefined if nothing is. */
  fault: Fault | undefined;
  /** Near duplicates have the same; one of them should stay. */
  idea: string;
}

export interface Sample {
  fileName: string;
  prompt: string | undefined;
  options: { mustAppear: string[]; mustNotAppear: string[] };
  title: string;
  keywords: PlantedKeyword[];
  /** What the model says. */
  answer: string;
}

/** Two for each topic. */
export function makeSamples(): Sample[] {
  const random = new Random(SEED);
  const brands = random.shuffle([...BRANDS, ...BRANDS]);
  return TOPICS.flatMap((topic, index) =>
    [0, 1].map((variant) => makeSample(topic, index * 2 + variant, random, brands)),
  );
}

function makeSample(topic: Topic, number: number, random: Random, brands: string[]): Sample {
  // Some pictures have the title of the one before.
  const title = number % 5 === 1 ? topic.titles[0] : topic.titles[number % 2 === 0 ? 0 : 1];
  const mustNotAppear = number % 4 === 0 ? FORBIDDEN : [];
  const isAllowed = (word: string) => !mustNotAppear.some((forbidden) => word.split(' ').includes(forbidden));
  const good = [...topic.keywords, ...random.shuffle(CONCEPTS).slice(0, 10)].filter(isAllowed);
  const plant = (
    fault: Fault,
    count: number,
    make: () => { text: string; idea?: string },
  ): PlantedKeyword[] =>
    Array.from({ length: count }, make).map(({ text, idea = `${fault} ${text}` }) => ({ text, fault, idea }));
  const repeated = random.shuffle(good);
  const planted = [
    ...plant('near-duplicate', 4, () => {
      const idea = repeated.pop() ?? '';
      return { text: repeat(idea, random), idea };
    }),
    ...plant('brand name', 2, () => ({ text: brands.pop() ?? '' })),
    ...plant('spelling error', number % 3 === 0 ? 1 : 0, () => ({
      text: misspell(random.pick(topic.keywords), random),
    })),
    ...plant('title', number % 3 === 1 ? 1 : 0, () => ({ text: title })),
    ...plant('forbidden word', mustNotAppear.length, () => ({
      text: random.pick(['people', 'young people', 'a background', 'People.']),
    })),
    ...plant('camera term', 1, () => ({ text: random.pick(CAMERA_TERMS) })),
    ...plant('foreign word', number % 8 === 0 ? 1 : 0, () => ({ text: pickForeign(random) })),
  ];
  const keywords = mix(
    good.map((text) => ({ text, fault: undefined, idea: text })),
    planted,
    random,
  );
  return {
    fileName: `picture-${String(number + 1).padStart(2, '0')}.jpg`,
    prompt: topic.prompt && `${topic.prompt}, version ${(number % 2) + 1}`,
    options: { mustAppear: number % 10 === 3 ? REQUIRED : [], mustNotAppear },
    title,
    keywords,
    answer: JSON.stringify({
      seo_image_title: title,
      seo_description: `${title}. The picture is bright and calm.`,
      keywords: keywords.map(({ text }) => text),
      category: 11,
    }),
  };
}

/** Puts the planted ones anywhere into the others. */
function mix(good: PlantedKeyword[], planted: PlantedKeyword[], random: Random): PlantedKeyword[] {
  const mixed = [...good];
  for (const each of planted) mixed.splice(Math.floor(random.next() * (mixed.length + 1)), 0, each);
  return mixed;
}
