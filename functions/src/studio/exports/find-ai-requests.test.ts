import type { Source } from '@portal/contracts/source';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { createImage, createView, writeBatch } from '../../batches/sources/testing/create-batches.ts';
import { makeExportCsv } from './judge-pictures.ts';
import {
  generated,
  keywords,
  LARGE,
  original,
  putUpload,
  result,
  written,
} from './testing/create-pictures.ts';
import { startExports } from './testing/start-exports.ts';

const { firestore, start } = await startExports();

const SETTINGS = {
  provider: 'google',
  model: 'imagen4',
  version: 'standard',
  prompt: 'A fox',
  prompts: [{ prompt: 'A fox' }, { prompt: 'An owl\nin the snow' }],
  quantity: 2,
  aspectRatio: '1:1',
  personGeneration: 'allow_adult',
  outputFormat: 'png',
};
const fromFile = (from: Source, id = 'upload-0') => ({
  uploads: { folder: 'folder-1', files: [{ id, name: 'a.jpg', from }] },
});

/** A list of prompts, its second picture enlarged, and the texts of the enlarged one. */
async function writeChain(owner = 'ada') {
  const image = createImage({ ...LARGE, isMadeByAi: true });
  await writeBatch(firestore, 'generated', {
    owner,
    settings: SETTINGS,
    total: 2,
    items: { 0: createView({ image }), 1: createView({ variant: 1, image }) },
  });
  await writeBatch(firestore, 'upscaled', {
    ...generated(),
    tool: 'upscale',
    settings: { scale: 2, enhance: false, engine: 'on-device' },
    ...fromFile(result('generated', 1)),
  });
  await writeBatch(
    firestore,
    'keywords',
    keywords([written({ isMadeByAi: true })], fromFile(result('upscaled'), 'picture-0')),
  );
}

async function readRow(agency: string) {
  const { judge, objects } = await start();
  putUpload(objects, 0);
  const judged = await judge(agency, original('keywords'));
  const { text = '' } = makeExportCsv(judged.pictures, judged.agency) ?? {};
  return parse(text, { delimiter: judged.agency.csv?.delimiter ?? ',', columns: true, bom: true })[0];
}

it('finds the own prompt and the model of an enlarged picture with texts', async () => {
  await writeChain();
  expect(await readRow('magnific')).toMatchObject({
    Prompt: 'An owl in the snow',
    Model: 'Google imagen4',
  });
});

it('is asked for only by agencies with a column for it', async () => {
  await writeChain();
  const { judge, objects } = await start();
  putUpload(objects, 0);
  const { pictures } = await judge('adobe-stock', original('keywords'));
  expect(pictures).toMatchObject([{ aiRequest: undefined }]);
});

it('says nothing of batches of others', async () => {
  await writeChain('bo');
  expect(await readRow('magnific')).toMatchObject({ Prompt: '', Model: '' });
});

it('says nothing of photographs', async () => {
  await writeChain();
  await writeBatch(
    firestore,
    'keywords',
    keywords([written({ isMadeByAi: false })], fromFile(result('upscaled'), 'picture-0')),
  );
  expect(await readRow('magnific')).toMatchObject({ Prompt: '', Model: '' });
});
