import { writeKeywordCsv } from '@portal/contracts/keyword-csv';
import type { Source } from '@portal/contracts/source';
import type { Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import { forEachAtOnce } from '../../platform/for-each-at-once.ts';
import { makeSelectionError, selectPictures, type ChosenItems } from '../sources/select-pictures.ts';
import type { ItemFile, ZipEntry } from '../tool.ts';
import { describeEntry, digestOf, type CopiedContents } from './list-contents.ts';
import { makeUniqueName } from '../../platform/files/make-unique-name.ts';

interface SelectionContents extends CopiedContents {
  /** When the first picture expires. */
  expiresAt: Timestamp;
}

/** The chosen pictures, oldest batch first and named as in the ZIPs of their batches, and a CSV of their texts. */
export async function listSelection(
  deps: Deps,
  owner: string,
  pictures: readonly Source[],
): Promise<SelectionContents> {
  const chosen = await selectPictures(deps, owner, pictures, 'refuse');
  const { files: listed, expiresAt } = await listChosenFiles(deps, chosen, undefined);
  const taken = new Set<string>();
  const files = listed.map((file) => ({ ...file, name: makeUniqueName(file.name, taken) }));
  const csv = makeCsv(files);
  const fileName = `library_${countPictures(files.length)}.zip`;
  return {
    fileName,
    entries: [...files, ...(csv ? [csv.entry] : [])],
    digest: digestOf([fileName, ...files.map(describeEntry), csv?.text ?? '']),
    expiresAt,
  };
}

/** As in the name of a ZIP. */
export const countPictures = (count: number): string => `${count}_${count === 1 ? 'picture' : 'pictures'}`;

interface ChosenFiles {
  /** Oldest batch first, each with the name that it has in the ZIP of its batch. */
  files: readonly (ItemFile & { batchId: string })[];
  /** When the first one expires. */
  expiresAt: Timestamp;
}

export async function listChosenFiles(
  deps: Deps,
  chosen: readonly ChosenItems[],
  naming: string | undefined,
): Promise<ChosenFiles> {
  const byBatch = new Map<string, ItemFile[]>();
  await forEachAtOnce(chosen, async (own) => {
    byBatch.set(own.batch.id, await listChosen(deps, own, naming));
  });
  const batches = chosen
    .map(({ batch }) => batch)
    .toSorted((one, other) => one.createdAt.toMillis() - other.createdAt.toMillis() || compare(one, other));
  return {
    files: batches.flatMap(({ id }) => (byBatch.get(id) ?? []).map((file) => ({ ...file, batchId: id }))),
    expiresAt: batches.map((batch) => batch.expiresAt).reduce((one, other) => (one < other ? one : other)),
  };
}

const compare = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);

async function listChosen(
  deps: Deps,
  { batch, places }: ChosenItems,
  naming: string | undefined,
): Promise<ItemFile[]> {
  const tool = deps.findTool(batch.tool);
  const files = (await tool.listFiles(deps, batch, naming)).filter(({ index }) => places.has(index));
  const found = new Set(files.map(({ index }) => index));
  for (const [index, place] of places) {
    if (!found.has(index)) throw makeSelectionError('not-found', place, 'This file was deleted.');
  }
  return files;
}

function makeCsv(files: readonly ZipEntry[]): { text: string; entry: ZipEntry } | undefined {
  const rows = files.flatMap(({ name, texts }) => (texts ? [{ fileName: name, ...texts }] : []));
  if (rows.length === 0) return undefined;
  const text = writeKeywordCsv(rows);
  const blob = new Blob([text]);
  const date = files.map((file) => file.date).reduce((one, other) => (one > other ? one : other));
  return { text, entry: { name: 'keywords.csv', bytes: blob.size, date, open: async () => blob.stream() } };
}
