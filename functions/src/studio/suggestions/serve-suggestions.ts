import { getSuggestionPrice, suggestPrompts } from '@portal/contracts/prompt-suggestions';
import type { Hono } from 'hono';
import type { Deps } from '../../batches/deps.ts';
import { handleCall, readIdempotencyKey } from '../../http/handle-call.ts';
import { readSuggestionPrice, suggest } from './suggest.ts';

export function serveSuggestions(app: Hono, deps: Deps): void {
  handleCall(app, deps, suggestPrompts, ({ body, caller }, context) =>
    suggest(deps, { owner: caller.uid, idempotencyKey: readIdempotencyKey(context), request: body }),
  );
  handleCall(app, deps, getSuggestionPrice, async () => {
    const { price, provider } = await readSuggestionPrice(deps);
    return { price, provider };
  });
}
