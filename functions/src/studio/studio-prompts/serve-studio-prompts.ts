import * as calls from '@portal/contracts/studio-prompts';
import type { Hono } from 'hono';
import type { Deps } from '../../batches/deps.ts';
import { handleCall } from '../../http/handle-call.ts';
import {
  deleteDocument,
  readList,
  readListSummaries,
  readStyles,
  saveDocument,
} from './studio-prompt-store.ts';

export function serveStudioPrompts(app: Hono, deps: Deps): void {
  const { firestore } = deps;
  handleCall(app, deps, calls.listPromptLists, async () => ({ lists: await readListSummaries(firestore) }));
  handleCall(app, deps, calls.getPromptList, ({ params }) => readList(firestore, params.name));
  handleCall(app, deps, calls.savePromptList, ({ params, body: { entries, version }, caller }) =>
    saveDocument(
      firestore,
      { kind: 'list', name: params.name },
      { content: { entries, count: entries.length }, version, editedBy: caller.email },
    ),
  );
  handleCall(app, deps, calls.deletePromptList, async ({ params: { name, version } }) => {
    await deleteDocument(firestore, { kind: 'list', name }, version);
    return undefined;
  });

  handleCall(app, deps, calls.listPromptStyles, async () => ({ styles: await readStyles(firestore) }));
  handleCall(app, deps, calls.savePromptStyle, ({ params, body: { template, version }, caller }) =>
    saveDocument(
      firestore,
      { kind: 'style', name: params.name },
      { content: { template }, version, editedBy: caller.email },
    ),
  );
  handleCall(app, deps, calls.deletePromptStyle, async ({ params: { name, version } }) => {
    await deleteDocument(firestore, { kind: 'style', name }, version);
    return undefined;
  });
}
