/**
 * Prints how long a 1024 x 1024 image takes, drawn and restyled: the median over scenes or styles, warm. CPU time is the steadier
 * figure on a busy machine.
 */
import sharp from 'sharp';
import { editPicture } from '../src/images/edit-picture.ts';
import { encode } from '../src/pictures/encode.ts';
import { makePicture } from '../src/pictures/make-picture.ts';

const ROUNDS = 5;
const SIZE = { width: 1024, height: 1024, transparent: false };
const FORMATS = ['png', 'jpeg', 'webp'] as const;
const SCENES = ['hills', 'sea', 'city', 'flowers', 'vase', 'isometric', 'bauhaus', 'abstract', 'planet'];
const STYLES = ['anime', 'renaissance', 'goth', 'ghibli', 'chibi', 'pixel', 'synthwave', 'coloring book'];

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** Milliseconds of one call: elapsed, and of all cores. */
async function measureCall(work: () => Promise<unknown>): Promise<[elapsed: number, cpu: number]> {
  const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  return [performance.now() - startedAt, (user + system) / 1000];
}

async function report<Name extends string>(
  title: string,
  names: readonly Name[],
  work: (name: Name) => Promise<unknown>,
): Promise<void> {
  const [elapsed, cpu]: [number[], number[]] = [[], []];
  for (const name of names) {
    await work(name);
    for (let round = 0; round < ROUNDS; round += 1) {
      const [ms, cpuMs] = await measureCall(() => work(name));
      elapsed.push(ms);
      cpu.push(cpuMs);
    }
  }
  process.stdout.write(
    `  ${title.padEnd(16)}${median(elapsed).toFixed(1)} ms, CPU ${median(cpu).toFixed(1)} ms\n`,
  );
}

const original = (await makePicture({ prompt: 'city', seed: '1', format: 'jpeg', ...SIZE })).bytes;
const pixels = await sharp(original).raw().toBuffer();
for (const format of FORMATS) {
  await report(`generate ${format}`, SCENES, (prompt) => makePicture({ prompt, seed: '1', format, ...SIZE }));
  await report(`edit to ${format}`, STYLES, (prompt) => editPicture(original, { prompt, format, ...SIZE }));
  await report(`encode ${format}`, [format], () =>
    encode(sharp(pixels, { raw: { width: SIZE.width, height: SIZE.height, channels: 3 } }), format),
  );
}
