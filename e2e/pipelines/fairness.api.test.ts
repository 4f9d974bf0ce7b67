import { Timestamp } from '@google-cloud/firestore';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { readItems, waitForIdle } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import { makePrompt } from '../support/generator.ts';
import { oneCaseOfEach, resetTools } from '../support/tool-cases.ts';
import { changeJob, makeJob, readJob, startJob } from '../support/pipelines.ts';
import { addFaults, release, reuseDrawings, setLatency } from '../support/sandbox.ts';

const JOBS = 10;
const PICTURES = 10;
/** Of each batch whose pictures come from the stage before. */
const RELEASED_WINDOW = 2;
/** How many items of a queue are worked on at once. */
const CONCURRENCY = 10;

beforeAll(() => reuseDrawings(1, { sharesPrompts: true }));
afterEach(release);
afterAll(async () => {
  await reuseDrawings(null);
  await resetTools();
});

test("one person's 100 released pictures let another's one picture through", async () => {
  await setLatency(0);
  await waitForIdle();
  const [busy, other] = await Promise.all([signIn(newEmail()), signIn(newEmail())]);
  const { start } = await oneCaseOfEach.keywords.prepare('only one');
  await addFaults({ provider: 'openai', match: { operation: 'describe' }, fault: { kind: 'hold' } });
  const prompts = Array.from({ length: PICTURES }, (_, index) => makePrompt(`fox ${index}`));
  const jobs = await Promise.all(Array.from({ length: JOBS }, () => startJob(busy, makeJob(prompts))));
  const batches = (await Promise.all(jobs.map((id) => readJob(busy, id)))).map(({ batches: all }) => all);
  // All pictures are made, and most of them wait for their keywords.
  await expect
    .poll(async () => {
      const made = await Promise.all(batches.map(([first]) => readItems(first?.batchId ?? '')));
      return made.flat().filter(({ state }) => state === 'done').length;
    })
    .toBe(JOBS * PICTURES);
  const written = async () =>
    (await Promise.all(batches.map(([, second]) => readItems(second?.batchId ?? '')))).flat();
  const countOpen = async () => (await written()).filter(({ claimedAt }) => !claimedAt).length;
  // A picture's keywords are written after the picture.
  await expect.poll(countOpen).toBeGreaterThan(JOBS * RELEASED_WINDOW + 2 * CONCURRENCY);
  const id = await start(other);
  await release();
  await oneCaseOfEach.keywords.waitForBatches(other, [id]);
  const items = await written();
  await Promise.all(jobs.map((job) => changeJob(busy, job, 'cancel')));

  const createdAt: unknown = (await firestore.doc(`batches/${id}`).get()).get('createdAt');
  if (!(createdAt instanceof Timestamp)) throw new Error('The batch is gone.');
  const [own] = await readItems(id);
  const earlier = items.filter(
    ({ claimedAt }) => claimedAt && own?.claimedAt && claimedAt > createdAt && claimedAt < own.claimedAt,
  );
  // Those that waited, and those enqueued by deliveries while the request was answered.
  expect(earlier.length).toBeLessThanOrEqual(JOBS * RELEASED_WINDOW + 2 * CONCURRENCY);
  await waitForIdle();
});
