import * as calls from '@portal/contracts/pipelines';
import type { Hono } from 'hono';
import type { Deps } from '../../batches/deps.ts';
import { answerVersioned } from '../../http/answer-versioned.ts';
import { handleCall, readIdempotencyKey } from '../../http/handle-call.ts';
import { cancelPipeline, deletePipeline } from './cancel-pipeline.ts';
import { choosePictures } from './choose-pictures.ts';
import { createPipeline } from './create-pipeline.ts';
import { findPipeline, listPipelines } from './list-pipelines.ts';
import { deleteRecipe, readRecipes, saveRecipe } from './recipe-store.ts';
import { readSentPrompts } from './read-sent-prompts.ts';
import { retryPipeline } from './retry-pipeline.ts';

const done = { success: true } as const;

export function servePipelines(app: Hono, deps: Deps): void {
  handleCall(app, deps, calls.startPipeline, async ({ body, caller }, context) => {
    const idempotencyKey = readIdempotencyKey(context);
    const request = { owner: caller.uid, request: body, idempotencyKey };
    return { ...done, pipelineId: await createPipeline(deps, request) };
  });
  handleCall(app, deps, calls.listPipelines, ({ caller }, context) =>
    answerVersioned(context, (known) => listPipelines(deps, caller.uid, known)),
  );
  handleCall(app, deps, calls.getPipeline, ({ params, caller }) => findPipeline(deps, caller.uid, params.id));
  handleCall(app, deps, calls.listPipelinePrompts, async ({ params, caller }) => ({
    prompts: await readSentPrompts(deps, caller.uid, params.id),
  }));
  handleCall(app, deps, calls.cancelPipeline, async ({ params, caller }) => {
    await cancelPipeline(deps, caller.uid, params.id);
    return findPipeline(deps, caller.uid, params.id);
  });
  handleCall(app, deps, calls.retryPipeline, async ({ params, body, caller }) => {
    const states = body.includeUncertain ? (['failed', 'uncertain'] as const) : (['failed'] as const);
    return { ...done, pipelineId: await retryPipeline(deps, caller.uid, params.id, states) };
  });
  handleCall(app, deps, calls.choosePictures, async ({ params, body, caller }) => {
    await choosePictures(deps, caller.uid, params.id, body.pictures);
    return findPipeline(deps, caller.uid, params.id);
  });
  handleCall(app, deps, calls.deletePipeline, async ({ params, caller }) => {
    await deletePipeline(deps, caller.uid, params.id);
    return done;
  });
  handleCall(app, deps, calls.listRecipes, async () => ({ recipes: await readRecipes(deps.firestore) }));
  handleCall(app, deps, calls.saveRecipe, ({ params, body: { name, ...settings }, caller }) =>
    saveRecipe(deps.firestore, params.id, name, settings, caller.email),
  );
  handleCall(app, deps, calls.deleteRecipe, async ({ params }) => {
    await deleteRecipe(deps.firestore, params.id);
    return done;
  });
}
