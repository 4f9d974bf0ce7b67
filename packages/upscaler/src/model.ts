import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';

export type Quality = 'best' | 'fast';

const WEIGHTS: Readonly<Record<Quality, string>> = {
  best: join('models', 'upscale-2x.onnx'),
  fast: join('models', 'upscale-2x-fast.onnx'),
};

/** Pixels that both models need on each side; its output does not include them. */
export const CONTEXT = 7;

/** Maps RGB rows of a tile with CONTEXT around it to rows of twice the tile's size. The result is reused by the next call. */
export type Model = (pixels: Uint8Array, width: number, height: number) => Promise<Uint8Array>;

/** Loaded once per process, because it takes time and memory. */
const sessions = new Map<Quality, Promise<InferenceSession>>();

export async function loadModel(quality: Quality): Promise<Model> {
  const { Tensor } = await import('onnxruntime-node');
  const session = sessions.get(quality) ?? openSession(WEIGHTS[quality]);
  sessions.set(quality, session);
  const { run, input, output } = describe(await session);
  let answer = new Uint8Array();
  return async (pixels, width, height) => {
    const size = 2 * width * 2 * height * 3;
    if (answer.length < size) answer = new Uint8Array(size);
    const target = answer.subarray(0, size);
    await run(
      { [input]: new Tensor('uint8', pixels, [height + 2 * CONTEXT, width + 2 * CONTEXT, 3]) },
      { [output]: new Tensor('uint8', target, [2 * height, 2 * width, 3]) },
    );
    return target;
  };
}

async function openSession(weights: string): Promise<InferenceSession> {
  const { InferenceSession } = await import('onnxruntime-node');
  return InferenceSession.create(findModel(weights), {
    intraOpNumThreads: availableParallelism(),
    // On a busy machine, spinning threads take the cores from the threads that they wait for.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
}

function describe(loaded: InferenceSession) {
  const [input] = loaded.inputNames;
  const [output] = loaded.outputNames;
  if (input === undefined || output === undefined) throw new Error('The model has no input or no output.');
  return { run: loaded.run.bind(loaded), input, output };
}

/** `models` is next to `src`, or next to the bundle that contains this code. */
function findModel(weights: string): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, weights))) return join(folder, weights);
  }
  throw new Error(`${weights} is missing.`);
}
