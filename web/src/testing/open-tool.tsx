import type { ReactNode } from 'react';
import { SessionContext, useSession } from '../client/session/session.ts';
import { toast } from '../client/toast/toast-store.ts';
import { ToolsContext } from '../pictures/registered-tools/tools.ts';
import { ALL_TOOLS } from './all-tools.ts';
import { answerByPath, type SentRequest } from './answer-by-path.ts';
import { answerForms } from './answer-forms.ts';
import { openPart } from './open-part.tsx';

interface Options<Batch> {
  /** The call for the history. */
  listPath: string;
  batches?: readonly Batch[];
  /** Answers other calls, or the same one. */
  answer?: (request: SentRequest) => Response | Promise<Response> | undefined;
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
  const isList = (request: SentRequest) => request.method === 'GET' && request.path === listPath;
  const respond = (request: SentRequest) =>
    answer?.(request) ?? (isList(request) ? Response.json({ batches: history.batches }) : undefined);
  const requests = answerByPath(respond);
  answerForms(async (form) => {
    requests.push(form);
    return (await respond(form)) ?? new Response('{}', { status: 404 });
  });
  const userId = `person-${people}`;
  const open = () =>
    openPart(
      <SignedInAs userId={userId}>
        <ToolsContext value={ALL_TOOLS}>{page}</ToolsContext>
      </SignedInAs>,
      { path },
    );
  return { user: open(), requests, history, countLists: () => requests.filter(isList).length, reopen: open };
}

/** The selection of an upload is kept until somebody else signs in. */
function SignedInAs({ userId, children }: { userId: string; children: ReactNode }) {
  const { session, ...others } = useSession();
  if (session.status !== 'signed-in') throw new Error('Nobody is signed in.');
  const value = { ...others, session: { ...session, user: { ...session.user, id: userId } } };
  return <SessionContext value={value}>{children}</SessionContext>;
}
