/** What a valid request to a route needs beside random values: names of things that exist, and an account that has them. */
import { randomUUID } from 'node:crypto';
import { TICKETS } from '@portal/contracts/self-check';
import { SettingsNameSchema } from '@portal/contracts/studio-settings';
import { Timestamp } from '@google-cloud/firestore';
import type { Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { firestore } from '../support/firestore.ts';
import { makeLane } from '../support/pipelines.ts';
import { readStudioSettings } from '../support/settings.ts';
import type { Dice } from './dice.ts';
import * as expendables from './expendables.ts';
import type { Route } from './routes.ts';
import { ensureSaved, findVersion, KEPT_LIST } from './studio-prompts.ts';
import { FuzzedToolSchema, AGENCY, type Artist, type Studio, type FuzzedTool } from './studio.ts';

/** Replaces random values, field by field; undefined leaves a field out. */
export interface Fixture {
  as?: Account;
  authorization?: string;
  params?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

export interface Needs {
  studio: Studio;
  artist: Artist;
  dice: Dice;
  route: Route;
  /** Something that the request may delete or change. */
  expend: (create: () => Promise<expendables.Expendable>) => Promise<expendables.Expendable>;
}

type Prepare = (needs: Needs) => Fixture | Promise<Fixture>;

const findTool = ({ path }: Route): FuzzedTool => FuzzedToolSchema.parse(path.split('/')[2]);

/** With the expendable's owner and its id. */
const use =
  (create: (tool: FuzzedTool) => Promise<expendables.Expendable>): Prepare =>
  async ({ route, expend }) => {
    const tool = FuzzedToolSchema.safeParse(route.path.split('/')[2]).data ?? 'image-generator';
    const { owner, id } = await expend(() => create(tool));
    return { as: owner, params: { id } };
  };

const TOOL = String.raw`/api/(image-generator|upscale|keyword-generator|stylizer)`;
/** Random templates are rarely valid. */
const VALID_ENTRIES = { entries: ['red', '{sky|navy} blue'] };

/** All that match a route apply, later ones over earlier ones. */
export const FIXTURES: readonly [route: RegExp, prepare: Prepare][] = [
  [
    new RegExp(`^\\w+ ${TOOL}/batch(es)?/\\{id\\}`),
    ({ artist, route }) => ({
      params: { id: artist.batches[findTool(route)], index: '0', fileName: artist.fileName },
    }),
  ],
  [/\/results\/\{index\}/, () => ({ body: { category: 11 } })],
  [new RegExp(`^DELETE ${TOOL}/batch`), use(expendables.createBatch)],
  [new RegExp(`^POST ${TOOL}/batch(es)?/\\{id\\}/retry`), use(expendables.createFailedBatch)],
  [
    /^POST \/api\/image-generator\/generate/,
    ({ dice }) => ({ body: { quantity: dice.between(1, 2), prompts: undefined } }),
  ],
  [
    /dismissals$/,
    ({ artist }) => ({
      params: { id: artist.batches['image-generator'] },
      body: { index: 0, kind: 'soft', isDismissed: true },
    }),
  ],
  [
    /\/api\/batches\/\{id\}/,
    ({ artist }) => ({ params: { id: artist.batches['image-generator'] }, body: { add: [0], remove: [] } }),
  ],
  [
    /\(JSON\)$/,
    ({ artist, dice }) => {
      // Small: a generated picture would take the upscaler seconds.
      const from = { batchId: artist.batches.upscale, index: 0, kind: 'original' };
      const { folder, files } = artist.uploads;
      return { body: dice.chance(0.5) ? { folder: undefined, files: [{ from }] } : { folder, files } };
    },
  ],
  // Takes ten times as long.
  [/^POST \/api\/upscale\/multiple/, ({ dice }) => ({ body: { enhance: dice.chance(0.1) } })],
  [/^POST \/api\/stylizer\/transform/, () => ({ body: { preset: 'pixel' } })],
  [
    /^POST \/api\/uploads/,
    ({ dice }) => ({
      body: { folder: undefined, files: [{ bytes: dice.between(1, 5_000_000), contentType: 'image/png' }] },
    }),
  ],

  [/\/api\/pipelines\/\{id\}/, ({ artist }) => ({ params: { id: artist.pipeline } })],
  [/^DELETE \/api\/pipelines/, use(expendables.createPipeline)],
  [/^POST \/api\/pipelines\/\{id\}\/retry/, use(expendables.createFailedPipeline)],
  [
    /^POST \/api\/pipelines\/\{id\}\/choose/,
    async ({ expend }) => {
      const { owner, id, batchId } = await expend(expendables.createChoosingPipeline);
      return { as: owner, params: { id }, body: { pictures: [{ batchId, index: 0 }] } };
    },
  ],
  // Upscaling generated pictures would take most of the run's CPU time.
  [
    /^POST \/api\/pipelines$/,
    ({ dice }) => ({
      body: {
        agency: AGENCY,
        startAt: undefined,
        stages: dice.pick([{}, { check: {} }, { keywords: {} }]),
      },
    }),
  ],
  [
    /\/api\/recipes\/\{id\}/,
    ({ dice }) => ({ params: { id: `recipe-${dice.between(0, 9)}` }, body: { agency: AGENCY } }),
  ],

  [
    /^DELETE \/api\/recipes/,
    async ({ artist, dice }) => {
      const id = `deleted-${dice.between(0, 9)}`;
      const body = { name: id, lanes: [makeLane('xai')], stages: {} };
      await callApi('PUT', `/api/recipes/${id}`, { as: artist.account, body });
      return { params: { id } };
    },
  ],

  [
    /\/api\/deliveries\/\{id\}/,
    ({ studio: { photographer } }) => ({
      as: photographer.account,
      params: { id: photographer.delivery, from: undefined },
    }),
  ],
  [/\{agency\}/, () => ({ params: { agency: AGENCY } })],
  [
    /^POST \/api\/(deliveries|exports|exports\/check)$/,
    ({ studio: { photographer } }) => ({
      as: photographer.account,
      body: { agency: AGENCY, pictures: photographer.photographs, again: true, part: undefined },
    }),
  ],
  [/^GET \/api\/library$/, () => ({ params: { after: undefined } })],
  [
    /^POST \/api\/checks/,
    ({ artist }) => ({
      body: { pictures: [{ batchId: artist.batches['image-generator'], index: 0, kind: 'result' }] },
    }),
  ],
  [
    /^POST \/api\/library\/zip/,
    ({ artist }) => ({
      body: { pictures: [{ batchId: artist.batches['image-generator'], index: 0, kind: 'result' }] },
    }),
  ],
  [
    /^POST \/api\/library\/delete/,
    async ({ expend }) => {
      const { owner, id } = await expend(() => expendables.createFinishedBatch('image-generator'));
      return { as: owner, body: { pictures: [{ batchId: id, index: 0, kind: 'result' }] } };
    },
  ],
  [
    /\/api\/shared\/\{token\}/,
    ({ studio, dice }) => ({
      params: { token: dice.pick(studio.artists).shareToken, index: '0' },
    }),
  ],

  [
    /^GET \/api\/prompt-lists\/\{name\}/,
    async ({ artist, route }) => {
      await ensureSaved(artist.account, route.path, KEPT_LIST);
      return { params: { name: KEPT_LIST } };
    },
  ],
  [
    /^PUT \/api\/prompt-(lists|styles)/,
    async ({ artist, route, dice }) => {
      const name = `saved-${dice.between(0, 9)}`;
      const version = await findVersion(artist.account, route.path, name);
      return {
        params: { name },
        body: { version, ...(route.path.includes('lists') && dice.chance(0.5) && VALID_ENTRIES) },
      };
    },
  ],
  [
    /^DELETE \/api\/prompt-(lists|styles)/,
    async ({ artist, route, dice }) => {
      const name = `deleted-${dice.between(0, 9)}`;
      return { params: { name, version: await ensureSaved(artist.account, route.path, name) } };
    },
  ],

  [/\{uid\}/, async ({ expend }) => ({ params: { uid: (await expend(expendables.createPerson)).id } })],
  [
    /running-batches\/\{id\}/,
    async ({ expend }) => {
      const { id } = await expend(() => expendables.createBatch('image-generator'));
      return { params: { id } };
    },
  ],
  [
    /failed-work\/\{id\}/,
    async ({ expend }) => {
      const { id } = await expend(expendables.createUncertainBatch);
      return { params: { id: `${id}~uncertain` }, body: { acceptsSecondCharge: true } };
    },
  ],
  [
    /^PUT \/api\/admin\/settings/,
    async ({ route, studio: { admin } }) => {
      const settings = await readStudioSettings(admin);
      return { body: { version: settings[SettingsNameSchema.parse(route.path.split('/').at(-1))].version } };
    },
  ],
  // Each makes a task for every queue, so most have a ticket that was used before.
  [
    /^POST \/api\/self-check/,
    async ({ artist: { account }, expend }) => {
      const { id } = await expend(async () => ({ owner: account, id: await createTicket() }));
      return { authorization: `Ticket ${id}` };
    },
  ],
];

const TICKET_MS = 60_000;

async function createTicket(): Promise<string> {
  const id = randomUUID();
  const expiresAt = Timestamp.fromMillis(Date.now() + TICKET_MS);
  await firestore.doc(`${TICKETS}/${id}`).set({ expiresAt });
  return id;
}
