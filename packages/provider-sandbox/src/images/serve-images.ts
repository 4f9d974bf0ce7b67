import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Call } from '../control/calls.ts';
import { performCall, type CallControl } from '../control/perform-call.ts';
import { TurnedDown, type Answer } from '../http/answer.ts';
import type { Incoming } from '../http/incoming.ts';
import { sendAnswer } from '../http/send-answer.ts';
import type { Painter } from '../pictures/painter.ts';
import type { DescribeOrder } from '../vision/describe-order.ts';
import { nameQuestion } from '../vision/name-question.ts';
import { writeAnswer } from '../vision/write-answer.ts';
import { editPicture } from './edit-picture.ts';
import type { CheckOrder, ImageOrder, ImageWire } from './image-wire.ts';

/** One call to a provider that paints or looks at images: key, order, work. What is turned down is counted, and never paid. */
export async function serveImages(
  { control, painter, knownKeys }: { control: CallControl; painter: Painter; knownKeys: readonly string[] },
  wire: ImageWire,
  incoming: Incoming,
  response: ServerResponse,
): Promise<void> {
  const { provider, errors } = wire;
  const key = wire.readKey(incoming);
  try {
    if (!knownKeys.includes(key)) throw new TurnedDown(errors.keyRejected(key));
    const order = await wire.readOrder(incoming);
    const { operation } = order;
    await performCall(
      control,
      {
        provider,
        operation,
        prompt: nameCall(order),
        key,
        errors: order.operation === 'describe' ? order.errors : errors,
        work: (call, pay, said) => workOn(painter, order, call, pay, said),
      },
      response,
    );
  } catch (error) {
    if (!(error instanceof TurnedDown)) throw error;
    const operation = wire.findOperation?.(incoming) ?? 'generate';
    const call = control.calls.receive(provider, operation, '', key);
    control.calls.finish(call, error.answer.status, await sendAnswer(response, error.answer));
  }
}

/** All edits of one style have the same prompt: the picture's digest tells them apart. */
function nameCall(order: ImageOrder | DescribeOrder | CheckOrder): string {
  if (order.operation === 'check') return '';
  if (order.operation === 'describe') return `${nameQuestion(order.prompt)} ${nameBytes(order.picture)}`;
  const { prompt, original } = order;
  return original ? `${prompt} ${nameBytes(original)}` : prompt;
}

const nameBytes = (bytes: Buffer) => `[${createHash('sha256').update(bytes).digest('hex')}]`;

async function workOn(
  painter: Painter,
  order: ImageOrder | DescribeOrder | CheckOrder,
  call: Call,
  pay: (answers: number) => void,
  said: string | undefined,
): Promise<Answer> {
  if (order.operation === 'check') return order.answer;
  return order.operation === 'describe' ? describe(order, pay, said) : fulfil(painter, order, call, pay);
}

async function describe(
  { picture, prompt, schema, answer }: DescribeOrder,
  pay: (answers: number) => void,
  said: string | undefined,
): Promise<Answer> {
  const text = said ?? (await writeAnswer(picture, prompt, schema));
  pay(1);
  return answer(text, said !== undefined);
}

/** The seeds of an order that names none: within the 32 bits that a provider would report. */
const seedStep = 7_919;

async function fulfil(
  painter: Painter,
  order: ImageOrder,
  call: Call,
  pay: (images: number) => void,
): Promise<Answer> {
  const seed = order.seed ?? call.number * seedStep;
  const pictures = [];
  for (const [index, picture] of order.pictures.entries()) {
    pictures.push(
      await (order.original
        ? editPicture(order.original, picture)
        : painter.paint({ ...picture, seed: `${seed}/${index}` })),
    );
  }
  pay(pictures.length);
  return order.answer(pictures, seed);
}
