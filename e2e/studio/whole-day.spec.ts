/** Two artists and an admin at once, through an outage, a nightly cleanup and a revoke. */
import { Timestamp } from '@google-cloud/firestore';
import { savePromptList } from '@portal/contracts/studio-prompts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { resetKeys } from '../support/api-status.ts';
import { callApi } from '../support/api.ts';
import { readItems, waitForIdle } from '../support/batches.ts';
import { withPage } from '../support/browser.ts';
import { readInbox, resetAgencies } from '../support/deliveries.ts';
import { toast } from '../support/directory.ts';
import { firestore } from '../support/firestore.ts';
import {
  chooseAction,
  eventually,
  findCard,
  findHistory,
  GENERATOR_PAGE,
  waitForText,
} from '../support/generator-page.ts';
import { makePrompt, type ProviderName } from '../support/generator.ts';
import { controlBatches, resetBatches, waitUntilEnded } from '../support/half-price.ts';
import { resetTools, setTool } from '../support/tool-cases.ts';
import { PHONE } from '../support/launch-browser.ts';
import { waitForLimits } from '../support/limits.ts';
import { navigate } from '../support/navigate.ts';
import {
  addFaults,
  countByProvider,
  countCalls,
  release,
  reuseDrawings,
  setLatency,
} from '../support/sandbox.ts';
import { hoursAgo, runNightly } from '../support/storage-cleanup.ts';
import { UPSCALE_PAGE } from '../support/upscale-page.ts';
import { waitForCaches } from '../support/wait-for-caches.ts';
import * as admin from './admin.ts';
import * as artists from './artists.ts';

const ANIMALS = ['arctic fox', 'snowy owl'];
const GENERATED = 3;
const STARRED = 2;
/** Of the queue of a provider. */
const AT_ONCE = 10;

let mia: Account;
let tom: Account;
const list = `animals-${process.pid}`;
beforeAll(async () => {
  await setLatency(0);
  await setTool('upscaleEngine', 'cloudinary');
  await controlBatches({ do: 'set', manual: true });
  // Drawing and enlarging pictures takes most of the time.
  await reuseDrawings(2, { sharesPrompts: true });
  await resetKeys();
  [mia, tom] = await Promise.all([signIn(newEmail()), signIn(newEmail())]);
  const path = savePromptList.path.replace('{name}', list);
  await callApi('PUT', path, { as: mia, body: { entries: ANIMALS, version: null } });
});
afterAll(async () => {
  await release();
  await reuseDrawings(null);
  await resetBatches();
  await resetAgencies();
  await resetKeys();
  await resetTools();
});

interface Desks {
  /** On a desktop. */
  mia: Page;
  /** On a phone. */
  tom: Page;
  admin: Page;
}

/** Opens a page for each of the three. */
const withDesks = (run: (desks: Desks) => Promise<void>) =>
  withPage(
    (adminPage) =>
      withPage(
        (miaPage) =>
          withPage((tomPage) => run({ mia: miaPage, tom: tomPage, admin: adminPage }), {
            path: GENERATOR_PAGE,
            as: tom,
            viewport: PHONE,
            // Of the shared link, and of the revoke.
            expectedErrors: [/40[134]/],
          }),
        { path: GENERATOR_PAGE, as: mia },
      ),
    { hasAlerts: true },
  );

/** A job for an agency, images at half the price, and a limit. */
async function startTheDay(desks: Desks): Promise<{ later: string }> {
  const deliver = async () => {
    await artists.makeJob(desks.mia, `A __${list}__ at dawn, ${makePrompt('job')}`, ANIMALS.length);
    await artists.deliverJob(desks.mia, ANIMALS.length);
  };
  const limitTom = async () => {
    await admin.signInByPage(desks.admin);
    await admin.setLimit(desks.admin, tom, '1.9');
    await waitForLimits();
  };
  const [later] = await Promise.all([
    artists.generateWithinADay(desks.tom, makePrompt('a patient fox'), 2),
    deliver(),
    limitTom(),
  ]);
  expect((await readInbox('sftp')).arrivals).toHaveLength(ANIMALS.length);
  await desks.tom.reload();
  await artists.meetLimit(desks.tom);
  return { later };
}

/** A provider rejects all keys, while the others go on. */
async function goThroughOutage(
  desks: Desks,
  prompt: string,
): Promise<{ generated: string; upscaled: string }> {
  const work = async () => {
    await navigate(desks.mia, GENERATOR_PAGE);
    const generated = await artists.generate(desks.mia, 'Stable Diffusion', prompt, GENERATED);
    await waitForText(findCard(desks.mia, generated), `${GENERATED}/${GENERATED} completed`);
    const upscaled = await artists.starAndDescribe(desks.mia, prompt, STARRED);
    return { generated, upscaled };
  };
  const fail = async () => {
    await addFaults({ provider: 'xai', match: { operation: 'generate' }, fault: { kind: 'key-rejected' } });
    const lost = makePrompt('a fox without a key');
    const card = findCard(desks.tom, await artists.generate(desks.tom, 'Grok', lost, 2));
    await waitForText(card, 'Failed');
    await admin.watchOutage(desks.admin, release);
    await waitForCaches();
    await chooseAction(desks.tom, card, 'Retry failed');
    await desks.tom.getByRole('dialog').getByRole('button', { name: 'Retry 2 images' }).click();
    await waitForText(findHistory(desks.tom), '2/2 completed');
    expect(await countCalls(lost)).toMatchObject({ paid: 2 });
  };
  const [batches] = await Promise.all([work(), fail()]);
  await artists.downloadDescribed(desks.mia, STARRED);
  return batches;
}

/** A colleague sees a batch on a phone, until its owner ends the link. */
async function shareBatch(desks: Desks, id: string): Promise<void> {
  await navigate(desks.mia, GENERATOR_PAGE);
  const { path, revoke } = await artists.share(desks.mia, findCard(desks.mia, id));
  await desks.tom.goto(path);
  await desks.tom.getByText(`Shared by ${mia.email}`).waitFor();
  await eventually(() => desks.tom.getByRole('button', { name: /^View / }).count()).toBe(GENERATED);
  await revoke();
  await desks.tom.reload();
  await desks.tom.getByText('This link no longer works').waitFor();
}

/** What a batch of three days ago leaves behind, where nothing of today goes. */
async function sleepOverIt(desks: Desks, expired: string, upscaled: string): Promise<void> {
  const listOfToday = async () => {
    const batches = await Promise.all([mia, tom].map(listBatchesOf));
    return batches.flat().filter((id) => id !== expired);
  };
  const before = await listOfToday();
  const old = { createdAt: Timestamp.fromDate(hoursAgo(73)), expiresAt: Timestamp.fromDate(hoursAgo(1)) };
  await firestore.doc(`batches/${expired}`).update(old);
  expect(await runNightly()).toBe(200);
  expect(await listOfToday()).toEqual(before);
  expect((await firestore.doc(`batches/${expired}`).get()).exists).toBe(false);

  await navigate(desks.mia, UPSCALE_PAGE);
  await findCard(desks.mia, upscaled)
    .getByRole('link', { name: /^From / })
    .click();
  await toast(desks.mia, 'Batch not found')
    .getByText(/ was deleted or has expired\.$/)
    .waitFor();
  await waitForText(findCard(desks.mia, upscaled), `${STARRED}/${STARRED} completed`);
}

const listBatchesOf = async ({ uid }: Account): Promise<string[]> => {
  const { docs } = await firestore.collection('batches').where('owner', '==', uid).get();
  return docs.map(({ id }) => id);
};

/** In the middle of a batch: calls in progress are finished, the rest is cancelled, and the artist is out. */
async function revokeTom(desks: Desks): Promise<void> {
  const prompt = makePrompt('the last foxes');
  await navigate(desks.tom, GENERATOR_PAGE);
  await addFaults({ provider: 'xai', match: { promptIncludes: prompt }, fault: { kind: 'hold' } });
  const id = await artists.generate(desks.tom, 'Grok', prompt, AT_ONCE + 2);
  await eventually(async () => (await countCalls(prompt)).received).toBe(AT_ONCE);
  await admin.revoke(desks.admin, tom);
  await desks.tom.getByRole('button', { name: 'Sign In with Google' }).waitFor();
  expect((await readItems(id)).filter(({ state }) => state === 'cancelled')).toHaveLength(2);
  await release();
  await waitForIdle();
  expect((await readItems(id)).filter(({ state }) => state === 'done')).toHaveLength(AT_ONCE);
}

test('two artists and an admin work a whole day, and nothing is lost or charged twice', async () => {
  await waitForIdle();
  const before = await countByProvider();
  await withDesks(async (desks) => {
    const { later } = await startTheDay(desks);
    const prompt = makePrompt('a harbor');
    const { generated, upscaled } = await goThroughOutage(desks, prompt);
    await artists.styleOne(desks.mia, prompt);
    await shareBatch(desks, generated);
    await waitUntilEnded(later);
    await navigate(desks.tom, GENERATOR_PAGE);
    await waitForText(findCard(desks.tom, later), '2/2 completed');
    await sleepOverIt(desks, generated, upscaled);
    await revokeTom(desks);
  });
  const after = await countByProvider();
  const paid = (provider: ProviderName) => after[provider].paid - before[provider].paid;
  // Half-price images, texts of the job and of the starred pictures, and a style.
  expect(paid('openai')).toBe(2 + ANIMALS.length + STARRED + 1);
  expect(paid('stability')).toBe(ANIMALS.length + GENERATED);
  expect(paid('xai')).toBe(2 + AT_ONCE);
  expect(paid('google')).toBe(0);
  const left = (await Promise.all([mia, tom].map(listBatchesOf))).flat();
  const items = (await Promise.all(left.map(readItems))).flat();
  expect(items.filter(({ isOpen }) => isOpen)).toEqual([]);
});
