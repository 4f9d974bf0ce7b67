/** Reads the sandbox's media service directly. */
import type { ToolName } from '@portal/contracts/batches';
import { z } from 'zod';
import { config } from '../config.ts';

const ADMIN_API = `${config.sandboxUrl}/cloudinary/v1_1/sandbox`;
const CREDENTIALS = Buffer.from('sandbox-cloudinary-key-1:sandbox-cloudinary-secret').toString('base64');

const AssetsSchema = z.object({
  resources: z.array(
    z.object({
      public_id: z.string(),
      type: z.string(),
      asset_folder: z.string(),
      format: z.string(),
      tags: z.array(z.string()),
    }),
  ),
});

type Assets = z.infer<typeof AssetsSchema>['resources'];

/** The signed assets of a batch; it has no others. */
export const listAssets = (batchId: string, tool: ToolName = 'image-generator'): Promise<Assets> =>
  listAssetsUnder(`portal/${tool}/${batchId}/`);

export async function listAssetsUnder(prefix: string): Promise<Assets> {
  // These reads must not count against the portal's hourly limit.
  await fetch(`${config.sandboxUrl}/control/cloudinary`, { method: 'POST', body: '{}' });
  const query = new URLSearchParams({
    prefix,
    tags: 'true',
    max_results: '100',
  });
  const answer = await fetch(`${ADMIN_API}/resources/image/authenticated?${query.toString()}`, {
    headers: { authorization: `Basic ${CREDENTIALS}` },
  });
  return AssetsSchema.parse(await answer.json()).resources;
}
