import { expect, test } from 'vitest';
import { config } from '../config.ts';

const documents = `http://${config.firestoreAddress}/v1/projects/${config.projectId}/databases/(default)/documents`;
const field = (fieldPath: string) => ({ field: { fieldPath } });

test('rejects a query without a deployed index, and names the missing index', async () => {
  const answer = await fetch(`${documents}:runQuery`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({
      structuredQuery: {
        from: [{ collectionId: 'unindexed' }],
        where: { fieldFilter: { ...field('state'), op: 'EQUAL', value: { stringValue: 'done' } } },
        orderBy: [{ ...field('at'), direction: 'DESCENDING' }],
      },
    }),
  });
  expect(answer.status).toBe(400);
  const text = await answer.text();
  expect(text).toContain('FAILED_PRECONDITION');
  expect(text).toMatch(/collectionGroup.*unindexed.*state.*ASCENDING.*at.*DESCENDING/);
});
