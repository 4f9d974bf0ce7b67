/** Accounts and batches that a request may change or delete: each belongs to an account of its own. */
import type { ToolName } from '@portal/contracts/batches';
import { getUserInfo } from '@portal/contracts/identity';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import * as generator from '../support/generator.ts';
import { startKeywords, waitForBatch as waitForKeywords } from '../support/keywords.ts';
import { makeRetryable } from '../support/make-retryable.ts';
import { startWith, stylizer, upscaler } from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { makeJob, startJob, waitForJob } from '../support/pipelines.ts';
import { addFaults, type FaultRule } from '../support/sandbox.ts';

export interface Expendable {
  owner: Account;
  /** Of a batch or pipeline. */
  id: string;
  /** Of a pipeline's first batch. */
  batchId?: string;
}

const REFUSED = 'a prompt that is refused';
const LOST = 'a prompt whose answer is lost';
const MALFORMED = { name: 'broken.png', bytes: Buffer.from('no picture') };

const makeFault = (promptIncludes: string, fault: FaultRule['fault']): FaultRule => ({
  provider: 'xai',
  match: { promptIncludes },
  fault,
});

/** Lets the sandbox fail the prompts of this module. */
export const prepareFaults = () =>
  addFaults(makeFault(REFUSED, { kind: 'refusal' }), makeFault(LOST, { kind: 'reset', at: 'after' }));

const generate = (owner: Account, prompt: string) =>
  generator.startBatch(owner, generator.makeRequest('xai', { prompt: generator.makePrompt(prompt) }));

async function startBatch(owner: Account, tool: ToolName): Promise<string> {
  if (tool === 'image-generator') return generate(owner, 'a fox');
  const picture = { name: 'a fox.png', bytes: await drawPicture() };
  if (tool === 'keyword-generator') return startKeywords(owner, [picture]);
  return startWith(tool === 'upscale' ? upscaler : stylizer, owner, [picture]);
}

async function startFailing(owner: Account, tool: ToolName): Promise<string> {
  if (tool === 'image-generator') return generate(owner, REFUSED);
  if (tool === 'keyword-generator') return startKeywords(owner, [MALFORMED]);
  return startWith(tool === 'upscale' ? upscaler : stylizer, owner, [MALFORMED]);
}

function waitForBatch(owner: Account, tool: ToolName, id: string): Promise<unknown> {
  if (tool === 'image-generator') return generator.waitForBatch(owner, id);
  if (tool === 'keyword-generator') return waitForKeywords(owner, id);
  return (tool === 'upscale' ? upscaler : stylizer).waitForBatch(owner, id);
}

const createOwner = () => signIn(newEmail());

/** May still run. */
export async function createBatch(tool: ToolName): Promise<Expendable> {
  const owner = await createOwner();
  return { owner, id: await startBatch(owner, tool) };
}

export async function createFinishedBatch(tool: ToolName): Promise<Expendable> {
  const batch = await createBatch(tool);
  await waitForBatch(batch.owner, tool, batch.id);
  return batch;
}

export async function createFailedBatch(tool: ToolName): Promise<Expendable> {
  const owner = await createOwner();
  const id = await startFailing(owner, tool);
  await waitForBatch(owner, tool, id);
  await makeRetryable(id, [0]);
  return { owner, id };
}

export async function createUncertainBatch(): Promise<Expendable> {
  const owner = await createOwner();
  const id = await generate(owner, LOST);
  await generator.waitForBatch(owner, id);
  return { owner, id };
}

export async function createPipeline(): Promise<Expendable> {
  const owner = await createOwner();
  return { owner, id: await startJob(owner, makeJob(['a fox'])) };
}

export async function createFailedPipeline(): Promise<Expendable> {
  const owner = await createOwner();
  const id = await startJob(owner, makeJob([REFUSED], { stages: {} }));
  const [batch] = (await waitForJob(owner, id)).batches;
  if (batch) await makeRetryable(batch.batchId, [0]);
  return { owner, id };
}

export async function createChoosingPipeline(): Promise<Expendable> {
  const owner = await createOwner();
  const id = await startJob(owner, makeJob(['a fox'], { isChosenByHand: true }));
  const [batch] = (await waitForJob(owner, id, ({ state }) => state === 'choosing')).batches;
  return { owner, id, batchId: batch?.batchId ?? '' };
}

/** An account of the directory, without batches. */
export async function createPerson(): Promise<Expendable> {
  const owner = await createOwner();
  await callApi('GET', getUserInfo.path, { as: owner });
  return { owner, id: owner.uid };
}
