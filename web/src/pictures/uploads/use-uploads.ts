import type { PublicSettings } from '@portal/contracts/settings';
import type { UploadTool } from '@portal/contracts/uploads';
import { useSession } from '../../client/session/session.ts';
import { setReceiver } from '../send-to/sent-pictures.ts';
import { makeSentStore, makeSubmissionStore } from '../send-to/sent-store.ts';
import { makeTransport } from './transport.ts';
import { Uploads } from './uploads.ts';
import { useStore } from '../../client/observable.ts';

/** Uploads of the signed-in user, dropped when another user signs in. */
let current: { userId: string; tools: Map<UploadTool, Uploads> } = { userId: '', tools: new Map() };

function findUploads(tool: UploadTool, userId: string, settings: PublicSettings): Uploads {
  if (current.userId !== userId) {
    for (const uploads of current.tools.values()) uploads.session.cancel();
    current = { userId, tools: new Map() };
  }
  const known = current.tools.get(tool);
  if (known) return known;
  const store = { sent: makeSentStore(tool, userId), submission: makeSubmissionStore(tool, userId) };
  const uploads = new Uploads(tool, makeTransport(userId, settings), store);
  current.tools.set(tool, uploads);
  setReceiver(tool, userId, uploads.selection);
  return uploads;
}

export function useUploads(tool: UploadTool) {
  const { session, settings } = useSession();
  const uploads = findUploads(tool, session.status === 'signed-in' ? session.user.id : '', settings);
  return { uploads, selected: useSelected(uploads), isSending: useIsSending(uploads) };
}

export const useSelected = ({ selection }: Uploads) => useStore(selection.subscribe, selection.getSelected);

export const useIsSending = ({ session }: Uploads): boolean =>
  useStore(session.subscribe, () => session.isBusy());
