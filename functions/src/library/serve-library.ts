import {
  listLibrary,
  listLibraryChanges,
  starPictures as starCall,
} from '@portal/contracts/library';
import type { Hono } from 'hono';
import type { FindTool } from '../batches/tool.ts';
import type { Deps } from '../deps.ts';
import { answerVersioned, parseEtag } from '../http/answer-versioned.ts';
import { handleCall } from '../http/handle-call.ts';
import { readLibraryChanges, readLibraryPage } from './list-library.ts';
import { starPictures } from './star-pictures.ts';

export function serveLibrary(app: Hono, deps: Deps, findTool: FindTool): void {
  handleCall(app, deps, listLibrary, ({ params, caller }, context) =>
    answerVersioned(context, () => readLibraryPage(deps, findTool, caller.uid, params)),
  );
  handleCall(app, deps, listLibraryChanges, ({ params, caller }, context) =>
    answerVersioned(context, (known) =>
      readLibraryChanges(deps, findTool, caller.uid, parseEtag(params.since), known),
    ),
  );
  handleCall(app, deps, starCall, async ({ params, body, caller }) => ({
    success: true as const,
    starred: await starPictures(deps, caller.uid, params.id, body),
  }));
}
