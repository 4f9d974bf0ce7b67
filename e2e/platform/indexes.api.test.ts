import { expect, test } from 'vitest';
import { firestore } from '../support/firestore.ts';
import { skipWithOfficialEmulator } from '../support/hold-commits.ts';

test('rejects a query without a deployed index, and names the missing index', async (context) => {
  await skipWithOfficialEmulator(context, "Google's Firestore emulator needs no indexes.");
  const query = firestore.collection('unindexed').where('state', '==', 'done').orderBy('at', 'desc');
  // The Admin SDK repeats the query for some seconds before it reports the error.
  await expect(query.get()).rejects.toThrow(
    /FAILED_PRECONDITION.*collectionGroup.*unindexed.*state.*ASCENDING.*at.*DESCENDING/,
  );
});
