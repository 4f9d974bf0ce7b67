/** The page of API Management, for tests. */
import { getApiStatus } from '@portal/contracts/api-status';
import { createEmptyStatus, createSpend, NOON } from '@portal/contracts/examples/api-status';
import { listRunningBatches, type RunningBatch } from '@portal/contracts/running-batches';
import { getSpend } from '@portal/contracts/spend';
import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { ALL_TOOLS } from '../../../testing/all-tools.ts';
import { answerByPath } from '../../../testing/answer-by-path.ts';
import { openPart } from '../../../testing/open-part.tsx';
import { ToolsContext } from '../../../pictures/registered-tools/tools.ts';
import { ApiManagementPage } from '../api-management-page.tsx';

type Answer = Response | Promise<Response>;

/** Opens the page at noon. `server` is what the next requests get. */
export function openApiManagement(status = createEmptyStatus(), batches: RunningBatch[] = []) {
  vi.useFakeTimers({ now: NOON, shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const server = {
    status,
    batches,
    readStatus: (): Answer => Response.json({ data: server.status }),
    readSpend: (month: string): Answer => Response.json(createSpend({ month })),
    listBatches: (): Answer => Response.json({ batches: server.batches, hasMore: false }),
    post: (): Answer => Response.json({ success: true }),
  };
  const requests = answerByPath(({ method, path }) => {
    if (method === 'POST') return server.post();
    if (path === getApiStatus.path) return server.readStatus();
    if (path === listRunningBatches.path) return server.listBatches();
    return path.startsWith(SPEND) ? server.readSpend(path.slice(SPEND.length)) : undefined;
  });
  const { unmount, ...user } = openPart(
    <ToolsContext value={ALL_TOOLS}>
      <ApiManagementPage />
    </ToolsContext>,
    { role: 'admin' },
  );
  const countReads = (path: string) => requests.filter((request) => request.path.startsWith(path)).length;
  return { user, server, requests, countReads, unmount };
}

const SPEND = getSpend.path.replace('{month}', '');

export const fail = (status: number) => Response.json({}, { status });

export const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
