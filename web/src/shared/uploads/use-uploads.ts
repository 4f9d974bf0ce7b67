import type { PublicSettings } from '@portal/contracts/settings';
import type { UploadTool } from '@portal/contracts/uploads';
import { useSyncExternalStore } from 'react';
import { useSession } from '../session/session.ts';
import { makeTransport } from './transport.ts';
import { Uploads } from './uploads.ts';

/** Of one person: what they chose is not the next one's. */
let desk: { userId: string; tools: Map<UploadTool, Uploads> } = { userId: '', tools: new Map() };

function findUploads(tool: UploadTool, userId: string, settings: PublicSettings): Uploads {
  if (desk.userId !== userId) {
    for (const uploads of desk.tools.values()) uploads.session.cancel();
    desk = { userId, tools: new Map() };
  }
  const uploads = desk.tools.get(tool) ?? new Uploads(tool, makeTransport(userId, settings));
  desk.tools.set(tool, uploads);
  return uploads;
}

/** What a page needs of its tool's uploads; the parts beside this file show the rest. */
export function useUploads(tool: UploadTool) {
  const { session, settings } = useSession();
  const uploads = findUploads(tool, session.status === 'signed-in' ? session.user.id : '', settings);
  return { uploads, files: useSelectedFiles(uploads), isSending: useIsSending(uploads) };
}

export const useSelectedFiles = ({ selection }: Uploads) =>
  useSyncExternalStore(selection.subscribe, selection.getFiles);

export const useIsSending = ({ session }: Uploads): boolean =>
  useSyncExternalStore(session.subscribe, () => session.isBusy());
