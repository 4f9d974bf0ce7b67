/**
 * Precision and recall of the checks of pictures: each picture is measured without a flaw and with planted ones. Pictures of every second
 * source tuned the thresholds; the figures are of the others.
 */
import { FlawKindSchema, type FlawKind, type Measures } from '@portal/contracts/checks';
import { FLAW_LABELS } from '@portal/contracts/describe-flaw';
import { measurePicture } from '@portal/functions/src/pictures/checks/measure-picture.ts';
import { Random } from '@portal/provider-sandbox/random';
import { open, type BasePicture, type Pixels } from './checks/base-picture.ts';
import { makeCpuBench } from './checks/bench-cpu.ts';
import { makeLikenessBench } from './checks/bench-likeness.ts';
import { drawPictures } from './checks/draw-pictures.ts';
import { readPhotographs } from './checks/photographs.ts';
import { listPlantable, plantFlaw } from './checks/plant-flaw.ts';
import { describeScore, score } from './checks/score.ts';
import { median, printFigure } from './print-figure.ts';

/** Of the kinds that fit, taken in turn. Those that fit few pictures are planted into all of them. */
const FLAWS_PER_PICTURE = 3;
const RARE: ReadonlySet<FlawKind> = new Set(['color-cast', 'banding']);

/** To stretch colors to the end of their range makes bands of gradients. */
const IMPLIED: Partial<Record<FlawKind, readonly FlawKind[]>> = {
  banding: ['clipped-highlights', 'clipped-shadows'],
};

interface Sample {
  planted: FlawKind | undefined;
  found: FlawKind[];
}

export async function benchChecks(): Promise<void> {
  const samples: Sample[] = [];
  const sizes: number[] = [];
  const sources: string[] = [];
  let pictures = 0;
  const likeness = makeLikenessBench();
  const cpu = makeCpuBench();
  for await (const base of listPictures()) {
    if (!sources.includes(base.source)) sources.push(base.source);
    const isHeldOut = sources.indexOf(base.source) % 2 === 1;
    await likeness.add(base, isHeldOut);
    await cpu.add(base);
    for (const planted of [undefined, ...chooseFlaws(base, pictures)]) {
      const measures = await measure(
        planted ? await plantFlaw(base, planted, new Random(`${planted}/${pictures}`)) : base.pixels,
      );
      sizes.push(JSON.stringify(measures).length);
      if (isHeldOut) samples.push({ planted, found: (measures.flaws ?? []).map(({ kind }) => kind) });
    }
    pictures += 1;
  }
  printFigure(
    'Pictures: sources; each clean and with flaws',
    `${pictures}: ${sources.length}; ${sizes.length}`,
  );
  printScores(samples);
  likeness.print();
  printFigure('JSON of the measures', `${median(sizes)} bytes, at most ${Math.max(...sizes)}`);
  await cpu.print();
}

async function* listPictures(): AsyncGenerator<BasePicture> {
  yield* readPhotographs();
  yield* drawPictures();
}

function chooseFlaws(base: BasePicture, index: number): Set<FlawKind> {
  const kinds = listPlantable(base);
  const inTurn = Array.from(
    { length: FLAWS_PER_PICTURE },
    (_, offset) => kinds[(index * FLAWS_PER_PICTURE + offset) % kinds.length],
  );
  return new Set([...inTurn.filter((kind) => kind !== undefined), ...kinds.filter((kind) => RARE.has(kind))]);
}

const measure = async (pixels: Pixels): Promise<Measures> => (await measurePicture(open(pixels))).measures;

function printScores(samples: readonly Sample[]): void {
  for (const kind of FlawKindSchema.options) {
    const judged = samples.filter(({ planted }) => !planted || !IMPLIED[kind]?.includes(planted));
    const values = judged.map(({ planted, found }) => ({
      is: planted === kind,
      isFound: found.includes(kind),
    }));
    printFigure(FLAW_LABELS[kind], describeScore(score(values)));
  }
  const clean = samples.filter(({ planted }) => !planted);
  printFigure(
    'Clean pictures with a flaw',
    `${clean.filter(({ found }) => found.length > 0).length} of ${clean.length}`,
  );
}
