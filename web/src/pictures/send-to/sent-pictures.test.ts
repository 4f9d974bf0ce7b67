import { expect, test } from 'vitest';
import { rememberSignedIn, rememberUserId } from '../../client/session/signed-in-before.ts';
import { readToast } from '../../client/toast/toast-store.ts';
import { Selection } from '../uploads/selection.ts';
import { describeOrigin, sendPictures, setReceiver } from './sent-pictures.ts';
import { makeSentStore, makeSubmissionStore } from './sent-store.ts';
import { createSentPicture } from './testing/create-sent-picture.ts';
import { stubStorage } from '../../testing/stub-storage.ts';
import { UPLOAD_RULES } from '@portal/contracts/uploads';

stubStorage();

function signIn(uid: string): void {
  rememberSignedIn(true);
  rememberUserId(uid);
}
const makePictures = (count: number, batchId = 'batch-a') =>
  Array.from({ length: count }, (_, index) => createSentPicture(index, { batchId }));

test('keeps pictures for a form that is not open yet, once each [D-one-studio.1]', () => {
  signIn('ada');
  sendPictures('upscale', makePictures(2));
  expect(readToast()).toBeUndefined();
  sendPictures('upscale', makePictures(3));
  expect(makeSentStore('upscale', 'ada').read()).toEqual(makePictures(3));
  expect(makeSentStore('stylizer', 'ada').read()).toEqual([]);
  expect(readToast()).toMatchObject({ description: '2 already selected' });
});

test('leaves out what is over the limit of images or of pixels, and says so', () => {
  signIn('ada');
  const huge = createSentPicture(0, { batchId: 'huge', width: 20_000, height: 20_000 });
  sendPictures('stylizer', [huge, ...makePictures(101)]);
  expect(makeSentStore('stylizer', 'ada').read()).toHaveLength(100);
  expect(readToast()).toMatchObject({
    title: 'Some images were left out',
    description: '1 over 100 megapixels, 1 over the limit of 100',
  });
});

test('shows nobody the pictures of another user', () => {
  signIn('ada');
  sendPictures('upscale', makePictures(1));
  expect(makeSentStore('upscale', 'ben').read()).toEqual([]);
  rememberSignedIn(false);
  sendPictures('upscale', makePictures(2, 'batch-b'));
  expect(makeSentStore('upscale', '').read()).toEqual(makePictures(2, 'batch-b'));
});

test('adds to the selection of an open form, which keeps them across reloads', () => {
  signIn('cleo');
  const store = makeSentStore('keyword-generator', 'cleo');
  const selection = new Selection(UPLOAD_RULES['keyword-generator'], store);
  setReceiver('keyword-generator', 'cleo', selection);
  sendPictures('keyword-generator', makePictures(2));
  expect(selection.getSent()).toEqual(makePictures(2));
  expect(selection.getSelected()[0]?.size).toEqual({ width: 1024, height: 768 });
  selection.remove(selection.getSelected()[0]?.key ?? '');
  const reloaded = new Selection(UPLOAD_RULES['keyword-generator'], store);
  expect(reloaded.getSent()).toEqual(makePictures(2).slice(1));
});

test('an open form of another user receives nothing', () => {
  const selection = new Selection(UPLOAD_RULES.stylizer);
  setReceiver('stylizer', 'dan', selection);
  signIn('eve');
  sendPictures('stylizer', makePictures(1));
  expect(selection.getSent()).toEqual([]);
  expect(makeSentStore('stylizer', 'eve').read()).toHaveLength(1);
});

test('names the batch and the place that a picture is from', () => {
  expect(describeOrigin(createSentPicture(11))).toBe('Fox in the snow, #12');
});

test('each tool and user has a submission of their own', () => {
  const submission = { request: '{}', key: 'key-1', batchName: 'Fox' };
  const store = makeSubmissionStore('upscale', 'ada');
  expect(store.read()).toBeUndefined();
  store.write(submission);
  expect(store.read()).toEqual(submission);
  expect(makeSubmissionStore('stylizer', 'ada').read()).toBeUndefined();
  expect(makeSubmissionStore('upscale', 'ben').read()).toBeUndefined();
  store.write(undefined);
  expect(store.read()).toBeUndefined();
});
