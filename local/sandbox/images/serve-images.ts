import type { ServerResponse } from 'node:http';
import type { Call } from '../control/calls.ts';
import { performCall, type CallControl } from '../control/perform-call.ts';
import { TurnedDown, type Answer } from '../http/answer.ts';
import type { Incoming } from '../http/incoming.ts';
import { sendAnswer } from '../http/send-answer.ts';
import type { Painter } from '../pictures/painter.ts';
import type { ImageOrder, ImageWire } from './image-wire.ts';

/** One call to a provider of images: key, order, work. What is turned down is counted, and never paid. */
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
    const { operation, prompt } = order;
    await performCall(
      control,
      { provider, operation, prompt, key, errors, work: (call, pay) => fulfil(painter, order, call, pay) },
      response,
    );
  } catch (error) {
    if (!(error instanceof TurnedDown)) throw error;
    const call = control.calls.receive(provider, 'generate', '', key);
    control.calls.finish(call, error.answer.status, await sendAnswer(response, error.answer));
  }
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
    pictures.push(await painter.paint({ ...picture, seed: `${seed}/${index}` }));
  }
  pay(pictures.length);
  return order.answer(pictures, seed);
}
