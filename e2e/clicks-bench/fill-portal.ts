import type { Account } from '../support/accounts.ts';
import { makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import * as keywords from '../support/keywords.ts';
import { pictureTools, startWith } from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { makeJob, startJob, waitForJob } from '../support/pipelines.ts';
import { setLatency } from '../support/sandbox.ts';

/** A finished batch of each tool and a finished job, whose page is returned. */
export async function fillPortal(as: Account): Promise<string> {
  await setLatency(0);
  await waitForBatch(as, await startBatch(as, makeRequest('stability', { quantity: 8 })));
  const bytes = await drawPicture({ width: 1200, height: 800 });
  const pictures = ['fox', 'owl'].map((about) => ({ name: keywords.newName(about), bytes }));
  await keywords.waitForBatch(as, await keywords.startKeywords(as, pictures));
  for (const tool of pictureTools) await tool.waitForBatch(as, await startWith(tool, as, pictures));
  const job = await startJob(as, makeJob(['a fox', 'an owl', 'a kite']));
  await waitForJob(as, job);
  return `/jobs/${job}`;
}
