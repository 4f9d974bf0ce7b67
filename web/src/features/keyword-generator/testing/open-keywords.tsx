import { createResult } from '@portal/contracts/agencies/testing/create-result';
import {
  getFailedItems,
  getKeywordBatch,
  keywordCalls,
  type KeywordBatch,
  type KeywordResult,
} from '@portal/contracts/keyword-generator';
import { openTool } from '../../../testing/open-tool.tsx';
import { KeywordGeneratorPage } from '../keyword-generator-page.tsx';
import { createBatch } from './create-batch.ts';

const REASON = 'The model gave no usable answer.';

/** A batch whose images have these states. It has ended unless the overrides say otherwise. */
export function createBatchOf(
  id: string,
  states: readonly KeywordResult['status'][],
  overrides: Partial<KeywordBatch> = {},
): KeywordBatch {
  const results = states.map((status, index) =>
    createResult({
      index,
      status,
      ...(status !== 'completed' && {
        seo_image_title: '',
        seo_description: '',
        keywords: [],
        extension: null,
      }),
    }),
  );
  const failed = results.filter(({ status }) => status === 'failed');
  return createBatch({
    id,
    status: 'completed',
    progress: 100,
    endedAt: '2026-11-21T12:01:00.000Z',
    results,
    failedCount: failed.length,
    failures: failed.map(({ index }) => ({ index, state: 'failed', reason: REASON, attempts: 3 })),
    failedItems: failed.map(({ index, fileName, previewUrl }) => ({
      index,
      fileName,
      previewUrl,
      error: REASON,
      attempts: 3,
    })),
    retryable: { failed: failed.length, uncertain: 0 },
    ...overrides,
  });
}

type Options = Omit<Parameters<typeof openTool<KeywordBatch>>[1], 'listPath'>;

/** The whole page. Each batch can also be read alone, with its failed items. */
export function openKeywords({ answer, ...options }: Options = {}) {
  const opened: ReturnType<typeof openTool<KeywordBatch>> = openTool<KeywordBatch>(<KeywordGeneratorPage />, {
    listPath: keywordCalls.list.path,
    answer: (request) =>
      answer?.(request) ?? (request.method === 'GET' ? answerBatch(request.path) : undefined),
    ...options,
  });
  const answerBatch = (path: string): Response | undefined => {
    const isFor = (call: { path: string }, { id }: KeywordBatch) => call.path.replace('{id}', id) === path;
    const { batches } = opened.history;
    const batch = batches.find((each) => isFor(getKeywordBatch, each));
    if (batch) return Response.json({ batch });
    const failing = batches.find((each) => isFor(getFailedItems, each));
    return failing && Response.json({ failedItems: failing.failedItems });
  };
  return opened;
}
