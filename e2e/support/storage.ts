/** Cloud Storage without rules, for checks. */
import { z } from 'zod';
import { config } from '../config.ts';

/** The emulator's default bucket. */
export const BUCKET = `${config.projectId}.appspot.com`;

const PageSchema = z.object({
  items: z.array(z.object({ name: z.string() })).default([]),
  nextPageToken: z.string().optional(),
});

export async function listObjects(prefix: string): Promise<string[]> {
  const names: string[] = [];
  let pageToken: string | undefined;
  do {
    const query = new URLSearchParams({ prefix, ...(pageToken !== undefined && { pageToken }) });
    const url = `http://${config.storageAddress}/storage/v1/b/${BUCKET}/o?${query.toString()}`;
    const answer = await fetch(url, { headers: { authorization: 'Bearer owner' } });
    const page = PageSchema.parse(await answer.json());
    names.push(...page.items.map(({ name }) => name));
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  return names;
}

export async function readObject(name: string): Promise<Buffer> {
  const url = `http://${config.storageAddress}/storage/v1/b/${BUCKET}/o/${encodeURIComponent(name)}?alt=media`;
  const answer = await fetch(url, { headers: { authorization: 'Bearer owner' } });
  if (!answer.ok) throw new Error(`${name} was answered with ${answer.status}.`);
  return Buffer.from(await answer.arrayBuffer());
}

export async function readMetadata(name: string): Promise<unknown> {
  const url = `http://${config.storageAddress}/storage/v1/b/${BUCKET}/o/${encodeURIComponent(name)}`;
  return (await fetch(url, { headers: { authorization: 'Bearer owner' } })).json();
}
