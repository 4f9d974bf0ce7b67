import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';

const WEIGHTS = join('models', 'upscale-2x.onnx');

/** Pixels that the model needs on each side; its output does not include them. */
export const CONTEXT = 7;

/** Maps three planes of a tile with CONTEXT around it to three planes of twice the tile's size. 1 is white. */
export type Model = (planes: Float32Array, width: number, height: number) => Promise<Float32Array>;

let session: Promise<InferenceSession> | undefined;

/** Loaded once per process, because it takes time and memory. */
export async function loadModel(): Promise<Model> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  session ??= InferenceSession.create(findModel(), {
    intraOpNumThreads: availableParallelism(),
    // On a busy machine, spinning threads take the cores from the threads that they wait for.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  const { run, input, output } = describe(await session);
  let answer = new Float32Array();
  return async (planes, width, height) => {
    const size = 3 * 4 * width * height;
    if (answer.length < size) answer = new Float32Array(size);
    const target = answer.subarray(0, size);
    const shape = [1, 3, height + 2 * CONTEXT, width + 2 * CONTEXT];
    await run(
      { [input]: new Tensor('float32', planes, shape) },
      { [output]: new Tensor('float32', target, [1, 3, 2 * height, 2 * width]) },
    );
    return target;
  };
}

function describe(loaded: InferenceSession) {
  const [input] = loaded.inputNames;
  const [output] = loaded.outputNames;
  if (input === undefined || output === undefined) throw new Error('The model has no input or no output.');
  return { run: loaded.run.bind(loaded), input, output };
}

/** `models` is next to `src`, or next to the bundle that contains this code. */
function findModel(): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, WEIGHTS))) return join(folder, WEIGHTS);
  }
  throw new Error(`${WEIGHTS} is missing.`);
}
