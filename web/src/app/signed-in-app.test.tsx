import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fullPictures, pictures } from '../client/api/picture-cache.ts';
import { USER_DATA_CLEARED } from '../client/api/user-data.ts';
import { loadPictures } from '../testing/load-pictures.ts';
import './signed-in-app.tsx';

test('no picture of a user is left when they sign out', async () => {
  loadPictures();
  const read = () => [pictures.read('/fox/thumbnail').url, fullPictures.read('/fox').url];
  fullPictures.want('/fox');
  pictures.want('/fox/thumbnail');
  await waitFor(() => expect(read()).toEqual([expect.any(String), expect.any(String)]));
  dispatchEvent(new Event(USER_DATA_CLEARED));
  expect(read()).toEqual([undefined, undefined]);
});
