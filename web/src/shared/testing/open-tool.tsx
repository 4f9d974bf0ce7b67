import type { ToolName } from '@portal/contracts/batches';
import type { ReactNode } from 'react';
import { toast } from '../toast/toast-store.ts';
import { ToolsContext } from '../tools/tools.ts';
import { answerByPath } from './answer-by-path.ts';
import { openPart } from './open-part.tsx';
import { createTool } from './part-providers.tsx';

const TITLES: Readonly<Record<ToolName, string>> = {
  'image-generator': 'Bulk Image Generator',
  upscale: 'Upscale & Enhancement',
  'keyword-generator': 'Keyword Generator',
  stylizer: 'Stylizer',
};
const TOOLS = (['image-generator', 'upscale', 'keyword-generator', 'stylizer'] as const).map((name) =>
  createTool(name, TITLES[name]),
);

interface Options<Batch> {
  /** The call for the history. */
  listPath: string;
  batches?: readonly Batch[];
  /** Answers other calls, or the same one. */
  answer?: Parameters<typeof answerByPath>[0];
  path?: string;
}

let people = 0;

/** Opens the whole page of a tool for somebody who has not used it yet. A change of `history.batches` shows at the next poll. */
export function openTool<Batch>(
  page: ReactNode,
  { listPath, batches = [], answer, path = '/' }: Options<Batch>,
) {
  toast('Before');
  people += 1;
  const history = { batches };
  const isList = ({ method, path: asked }: { method: string; path: string }) =>
    method === 'GET' && asked === listPath;
  const requests = answerByPath(
    (request) =>
      answer?.(request) ?? (isList(request) ? Response.json({ batches: history.batches }) : undefined),
  );
  const open = () =>
    openPart(<ToolsContext value={TOOLS}>{page}</ToolsContext>, { path, userId: `person-${people}` });
  return { user: open(), requests, history, countLists: () => requests.filter(isList).length, reopen: open };
}
