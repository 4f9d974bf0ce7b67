import { describe, expect, test } from 'vitest';
import { code, databaseName, documentsName, expectFailure, randomId } from '../harness.ts';
import { commit, integer, listFoundIds, runQuery, setNumber, type Time } from '../wire-requests.ts';
import { callOnce, callStream } from '../wire.ts';

async function writeNumber(name: string, value: number): Promise<Time | undefined> {
  return (await commit([setNumber(name, value)])).commitTime;
}

async function seedHistory() {
  const collectionId = randomId();
  const name = `${documentsName}/${collectionId}/doc`;
  const first = await writeNumber(name, 1);
  const second = await writeNumber(name, 2);
  return { collectionId, name, first, second };
}

describe('reads at a time in the past', () => {
  test('of one document', async () => {
    const { name, first, second } = await seedHistory();
    expect(await callOnce('GetDocument', { name, readTime: first })).toMatchObject({
      fields: { n: integer(1) },
    });
    expect(await callOnce('GetDocument', { name, readTime: second })).toMatchObject({
      fields: { n: integer(2) },
    });
  });

  test('of a document before it was created', async () => {
    const { collectionId, first } = await seedHistory();
    const later = `${documentsName}/${collectionId}/later`;
    await writeNumber(later, 1);
    await expectFailure(callOnce('GetDocument', { name: later, readTime: first }), code.NOT_FOUND);
  });

  test('of several documents', async () => {
    const { name, first } = await seedHistory();
    const [answer] = await callStream<{ found: object; readTime: Time }>('BatchGetDocuments', {
      database: databaseName,
      documents: [name],
      readTime: first,
    });
    expect(answer).toMatchObject({ found: { fields: { n: integer(1) } }, readTime: first });
  });

  test('of a query', async () => {
    const { collectionId, first } = await seedHistory();
    await writeNumber(`${documentsName}/${collectionId}/later`, 1);
    const query = { from: [{ collectionId }] };
    expect(listFoundIds(await runQuery(query, { selector: { readTime: first } }))).toEqual(['doc']);
    expect(listFoundIds(await runQuery(query))).toEqual(['doc', 'later']);
  });

  test('of an aggregation', async () => {
    const { collectionId, first } = await seedHistory();
    const [answer] = await callStream<{ result: { aggregateFields: object } }>('RunAggregationQuery', {
      parent: documentsName,
      structuredAggregationQuery: {
        structuredQuery: { from: [{ collectionId }] },
        aggregations: [{ alias: 'total', sum: { field: { fieldPath: 'n' } } }],
      },
      readTime: first,
    });
    expect(answer?.result.aggregateFields).toMatchObject({ total: integer(1) });
  });

  test('of a listing', async () => {
    const { collectionId, first } = await seedHistory();
    await writeNumber(`${documentsName}/${collectionId}/later`, 1);
    const page = await callOnce<{ documents: object[] }>('ListDocuments', {
      parent: documentsName,
      collectionId,
      readTime: first,
    });
    expect(page.documents).toHaveLength(1);
  });

  test('in the future are refused', async () => {
    const { name } = await seedHistory();
    const future = { seconds: String(Math.floor(Date.now() / 1000) + 3600), nanos: 0 };
    await expectFailure(callOnce('GetDocument', { name, readTime: future }), code.INVALID_ARGUMENT);
  });

  test('too far in the past are refused', async () => {
    const { name } = await seedHistory();
    await expectFailure(
      callOnce('GetDocument', { name, readTime: { seconds: '1000000000', nanos: 0 } }),
      code.FAILED_PRECONDITION,
    );
  });
});
