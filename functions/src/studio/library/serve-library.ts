import { dismissCheck as dismissCall } from '@portal/contracts/check-calls';
import {
  deletePictures as deleteCall,
  listLibrary,
  listLibraryChanges,
  starPictures as starCall,
  zipPictures,
} from '@portal/contracts/library';
import type { Hono } from 'hono';
import { answerSelection } from '../../batches/archive/answer-selection.ts';
import type { Deps } from '../../batches/deps.ts';
import { answerVersioned, parseEtag } from '../../http/answer-versioned.ts';
import { handleCall } from '../../http/handle-call.ts';
import { deletePictures } from './delete-pictures.ts';
import { dismissCheck } from './dismiss-check.ts';
import { readLibraryChanges, readLibraryPage } from './list-library.ts';
import { starPictures } from './star-pictures.ts';

export function serveLibrary(app: Hono, deps: Deps): void {
  handleCall(app, deps, listLibrary, ({ params, caller }, context) =>
    answerVersioned(context, () => readLibraryPage(deps, caller.uid, params)),
  );
  handleCall(app, deps, listLibraryChanges, ({ params, caller }, context) =>
    answerVersioned(context, (known) => readLibraryChanges(deps, caller.uid, parseEtag(params.since), known)),
  );
  handleCall(app, deps, starCall, async ({ params, body, caller }) => ({
    success: true as const,
    starred: await starPictures(deps, caller.uid, params.id, body),
  }));
  handleCall(app, deps, dismissCall, async ({ params, body, caller }) => ({
    success: true as const,
    dismissed: await dismissCheck(deps, caller.uid, params.id, body),
  }));
  handleCall(app, deps, deleteCall, async ({ body, caller }) => {
    await deletePictures(deps, caller.uid, body.pictures);
    return undefined;
  });
  handleCall(app, deps, zipPictures, ({ body, caller }) => answerSelection(deps, caller.uid, body.pictures));
}
