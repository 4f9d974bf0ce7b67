/** `/control`: scripts faults and reports calls. */
import { z } from 'zod';
import { jsonReply, type Reply } from '../http/reply.ts';
import { parseJson, type HttpRequest } from '../http/http-request.ts';
import type { PictureRenderer } from '../pictures/picture-renderer.ts';
import { providers } from '../settings.ts';
import { FaultRuleSchema } from './faults.ts';
import type { CallControl } from './perform-call.ts';

const RulesSchema = z.array(FaultRuleSchema);
const LatencySchema = z.strictObject({
  provider: z.enum(providers).optional(),
  ms: z.number().nonnegative(),
});
const PicturesSchema = z.strictObject({
  variants: z.int().positive().nullable(),
  sharesPrompts: z.boolean().default(false),
});
const DEFAULT_LAST_CALLS = 100;

export function serveControl(
  control: CallControl,
  renderer: PictureRenderer,
  { method, url, body }: HttpRequest,
): Reply | undefined {
  const done = (value: unknown = {}) => jsonReply(200, value);
  switch (`${method} ${url.pathname}`) {
    case 'POST /control/faults': {
      const rules = RulesSchema.safeParse(parseJson(body));
      if (!rules.success) return invalid(rules.error);
      control.faults.add(rules.data);
      return done({ rules: control.faults.list().length });
    }
    case 'GET /control/faults':
      return done({ rules: control.faults.list() });
    case 'DELETE /control/faults':
      control.faults.clear();
      return done();
    case 'GET /control/calls': {
      const last = Number(url.searchParams.get('last') ?? DEFAULT_LAST_CALLS);
      return done(control.calls.report(last, url.searchParams.get('promptIncludes') ?? ''));
    }
    case 'DELETE /control/calls':
      control.calls.clear();
      return done();
    case 'GET /control/held':
      return done({ held: control.holds.list().length, calls: control.holds.list() });
    case 'POST /control/release':
      return done({ released: control.holds.release() });
    case 'POST /control/latency': {
      const latency = LatencySchema.safeParse(parseJson(body));
      if (!latency.success) return invalid(latency.error);
      const { provider, ms } = latency.data;
      for (const each of provider ? [provider] : providers) control.latency.set(each, ms);
      return done();
    }
    case 'POST /control/pictures': {
      const pictures = PicturesSchema.safeParse(parseJson(body));
      if (!pictures.success) return invalid(pictures.error);
      renderer.limitVariants(pictures.data.variants, pictures.data.sharesPrompts);
      return done();
    }
    default:
      return undefined;
  }
}

export function invalid(error: z.ZodError): Reply {
  return jsonReply(400, { error: z.prettifyError(error) });
}
