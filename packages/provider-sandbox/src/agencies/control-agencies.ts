/** `/control/agencies`: what the agencies have received, and what is to go wrong. */
import { z } from 'zod';
import { invalid } from '../control/serve-control.ts';
import { jsonReply, type Reply } from '../http/reply.ts';
import { parseJson, type HttpRequest } from '../http/http-request.ts';
import type { Inbox } from './inbox.ts';

const FaultsSchema = z.strictObject({
  protocol: z.enum(['sftp', 'ftps']),
  /** Cuts the connection after so many more received bytes; one after the other. */
  cuts: z.array(z.int().positive()).optional(),
  cutAtRename: z.enum(['before', 'after']).nullable().optional(),
  stallsAtRename: z.boolean().optional(),
  capacity: z.int().nonnegative().nullable().optional(),
  refusesRename: z.boolean().optional(),
  takesFiles: z.boolean().optional(),
  holdsUploads: z.boolean().optional(),
  keepsAtMost: z.int().nonnegative().nullable().optional(),
  /** What the agency takes as the password from now on. */
  password: z.string().optional(),
});

export function controlAgencies(
  inboxes: Record<'sftp' | 'ftps', Inbox>,
  { method, url, body }: HttpRequest,
): Reply | undefined {
  switch (`${method} ${url.pathname}`) {
    case 'GET /control/agencies':
      return jsonReply(200, { sftp: inboxes.sftp.report(), ftps: inboxes.ftps.report() });
    case 'POST /control/agencies': {
      const parsed = FaultsSchema.safeParse(parseJson(body));
      if (!parsed.success) return invalid(parsed.error);
      const { protocol, password, ...faults } = parsed.data;
      const given = Object.entries(faults).filter(([, value]) => value !== undefined);
      inboxes[protocol].set(Object.fromEntries(given));
      if (password !== undefined) inboxes[protocol].account.password = password;
      return jsonReply(200, {});
    }
    case 'DELETE /control/agencies':
      for (const inbox of Object.values(inboxes)) inbox.reset();
      return jsonReply(200, {});
    default:
      return undefined;
  }
}
