import type { PublicSettings } from '@portal/contracts/settings';
import type { UploadTool } from '@portal/contracts/uploads';
import { useSyncExternalStore } from 'react';
import { useSession } from '../session/session.ts';
import { makeTransport } from './transport.ts';
import { Uploads } from './uploads.ts';

/** Uploads of the signed-in user, dropped when another user signs in. */
let current: { userId: string; tools: Map<UploadTool, Uploads> } = { userId: '', tools: new Map() };

function findUploads(tool: UploadTool, userId: string, settings: PublicSettings): Uploads {
  if (current.userId !== userId) {
    for (const uploads of current.tools.values()) uploads.session.cancel();
    current = { userId, tools: new Map() };
  }
  const uploads = current.tools.get(tool) ?? new Uploads(tool, makeTransport(userId, settings));
  current.tools.set(tool, uploads);
  return uploads;
}

export function useUploads(tool: UploadTool) {
  const { session, settings } = useSession();
  const uploads = findUploads(tool, session.status === 'signed-in' ? session.user.id : '', settings);
  return { uploads, files: useSelectedFiles(uploads), isSending: useIsSending(uploads) };
}

export const useSelectedFiles = ({ selection }: Uploads) =>
  useSyncExternalStore(selection.subscribe, selection.getFiles);

export const useIsSending = ({ session }: Uploads): boolean =>
  useSyncExternalStore(session.subscribe, () => session.isBusy());
