/** Sends random requests to every route, and collects what is wrong with the answers. */
import { listFunctionProcesses } from '../support/function-processes.ts';
import { drawPicture } from '../support/pictures.ts';
import { makeDice } from './dice.ts';
import type { Draft, FormFile } from './draft.ts';
import type { Expendable } from './expendables.ts';
import { findFault, makeJudge, type Judge } from './judge.ts';
import { makeRequest } from './make-request.ts';
import { mutate, nameAnotherUser } from './mutate.ts';
import { createTally, type Tally } from './report.ts';
import { isDisruptive, routes } from './routes.ts';
import { encode, makeSend, type Send } from './send.ts';
import { shorten } from './shorten.ts';
import { findCancel } from './stop-started.ts';
import { listSecrets, type Studio } from './studio.ts';

const AT_ONCE = 8;
/** Of four requests to a route the first is valid, so that each route is reached. The second is for another user's work. */
const TURNS = 4;
const FOREIGN_TURN = 1;
/** Of what valid requests start. The rest is cancelled. */
const FINISHED_SHARE = 0.1;
const MAX_FAULTS = 10;
/** Batches to change or delete take most of the time: after a route's first valid request most share the last one. */
const NEW_SHARE = 0.1;

export interface FuzzOptions {
  seed: number;
  requests: number;
  /** Sends only this request. */
  only?: number | undefined;
}

export interface Fault {
  number: number;
  what: string;
  draft: Draft;
}

interface Run {
  seed: number;
  studio: Studio;
  judge: Judge;
  send: Send;
  pictures: readonly FormFile[];
  /** By route, the last one that was created, and how many were for valid requests. */
  expended: Map<string, { thing: Promise<Expendable>; count: number }>;
  tally: Tally;
  faults: Fault[];
}

export async function runFuzz(studio: Studio, { seed, requests, only }: FuzzOptions) {
  const api = (await listFunctionProcesses()).find(({ name }) => name === 'api');
  if (!api) throw new Error('The API does not run.');
  const run: Run = {
    seed,
    send: makeSend(api.socket),
    studio,
    judge: await makeJudge(studio.admin, listSecrets(studio)),
    pictures: await drawPictures(),
    expended: new Map(),
    tally: createTally(),
    faults: [],
  };
  const numbers = Array.from({ length: requests }, (_, number) => number).filter(
    (number) => number === (only ?? number),
  );
  const isLate = (number: number) => isDisruptive(routeOf(number));
  const early = numbers.filter((number) => !isLate(number)).values();
  await Promise.all(Array.from({ length: AT_ONCE }, () => sendAll(run, early)));
  await sendAll(run, numbers.filter(isLate).values());
  return run;
}

async function sendAll(run: Run, numbers: Iterator<number>): Promise<void> {
  for (let next = numbers.next(); !next.done && run.faults.length < MAX_FAULTS; next = numbers.next()) {
    await sendNumber(run, next.value);
  }
}

/** All routes take turns. */
function routeOf(number: number) {
  const route = routes[number % routes.length];
  if (!route) throw new Error('There are no routes.');
  return route;
}

async function sendNumber(run: Run, number: number): Promise<void> {
  const draft = await makeDraft(run, number);
  const answer = await run.send(await encode(draft));
  run.tally.add(draft, answer);
  if ('failure' in answer) {
    run.faults.push({ number, what: answer.failure, draft });
    return;
  }
  const what = findFault(run.judge, draft, answer);
  if (what !== undefined)
    run.faults.push({ number, what, draft: await shorten(run.judge, run.send, draft, what) });
  const isLucky = makeDice(run.seed, `finish ${number}`).chance(FINISHED_SHARE);
  const cancel = isLucky && isValid(draft) ? undefined : findCancel(draft, answer, run.studio.admin);
  if (cancel) await run.send(cancel);
}

const isValid = ({ mutations }: Draft): boolean => mutations.length === 0;

async function makeDraft(run: Run, number: number): Promise<Draft> {
  const { studio, pictures } = run;
  const dice = makeDice(run.seed, `request ${number}`);
  const route = routeOf(number);
  const turn = Math.floor(number / routes.length) % TURNS;
  const artist = dice.pick(studio.artists);
  const expend = (create: () => Promise<Expendable>) => {
    const last = run.expended.get(route.name);
    // Thrown in any case: the same request follows from the same seed and number.
    const isLucky = dice.chance(NEW_SHARE);
    const isNew = turn === 0 && (isLucky || (last?.count ?? 0) === 0);
    if (last && !isNew) return last.thing;
    const thing = create();
    run.expended.set(route.name, { thing, count: (last?.count ?? 0) + Number(turn === 0) });
    return thing;
  };
  const draft = await makeRequest({ studio, artist, dice, route, expend }, pictures);
  if (turn === 0) return draft;
  const context = { dice, other: studio.other };
  const foreign = turn === FOREIGN_TURN ? nameAnotherUser(draft, context) : undefined;
  return foreign ?? mutate(draft, context);
}

const drawPictures = (): Promise<FormFile[]> =>
  Promise.all(
    (['png', 'jpeg', 'webp'] as const).map(async (format) => ({
      name: `a fox.${format}`,
      type: `image/${format}`,
      bytes: await drawPicture({ format }),
    })),
  );
