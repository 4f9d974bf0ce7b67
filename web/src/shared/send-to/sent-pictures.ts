/** Pictures of earlier batches that were sent to a tool's form. They are kept for this tab and user until the form starts a batch. */
import { ToolNameSchema } from '@portal/contracts/batches';
import { SourceSchema } from '@portal/contracts/source';
import { MAX_PIXELS, UPLOAD_RULES, UploadToolSchema, type UploadTool } from '@portal/contracts/uploads';
import { z } from 'zod';
import { USER_DATA_CLEARED } from '../api/user-data.ts';
import { readStored, writeStored, type Store } from '../browser-storage.ts';
import { readLastUser } from '../session/signed-in-before.ts';
import { toast } from '../toast/toast-store.ts';
import { describeLeftOut } from './describe-left-out.ts';

const SentPictureSchema = z.object({
  from: SourceSchema,
  fileName: z.string(),
  thumbnailUrl: z.string(),
  width: z.number().optional(),
  height: z.number().optional(),
  /** The tool and the name of the batch that it is from. */
  tool: ToolNameSchema,
  batchName: z.string(),
});
export type SentPicture = z.infer<typeof SentPictureSchema>;

/** With the user's id: in this tab another user may sign in next. */
const StoredSchema = z.object({ userId: z.string(), pictures: z.array(SentPictureSchema) });

/** A form that is open, or was: what it has chosen is known only to it. */
export interface Receiver {
  /** Chosen pictures of both kinds. */
  countChosen: () => number;
  getSent: () => readonly SentPicture[];
  addSent: (pictures: readonly SentPicture[]) => void;
  removeSent: () => void;
}

const receivers = new Map<UploadTool, Receiver>();
export const setReceiver = (tool: UploadTool, receiver: Receiver): void => void receivers.set(tool, receiver);

const findName = (tool: UploadTool): string => `portal:sent-pictures:${tool}`;

export function readSent(tool: UploadTool, userId: string, store: Store = sessionStorage): SentPicture[] {
  const stored = readStored(store, findName(tool), StoredSchema);
  return stored?.userId === userId ? stored.pictures : [];
}

export const writeSent = (
  tool: UploadTool,
  userId: string,
  pictures: readonly SentPicture[],
  store: Store = sessionStorage,
): void => writeStored(store, findName(tool), { userId, pictures });

/** Adds the pictures to those that the tool's form has chosen, up to its limit. The caller then opens the tool. */
export function sendPictures(tool: UploadTool, pictures: readonly SentPicture[]): void {
  const receiver = receivers.get(tool);
  const userId = readLastUser()?.uid ?? '';
  const present = receiver?.getSent() ?? readSent(tool, userId);
  const { accepted, leftOut } = checkSent(pictures, {
    present,
    free: UPLOAD_RULES[tool].maxFiles - (receiver?.countChosen() ?? present.length),
  });
  if (receiver) receiver.addSent(accepted);
  else writeSent(tool, userId, [...present, ...accepted]);
  if (leftOut.length > 0) toast('Some images were left out', { description: describeLeftOut(leftOut) });
}

export type LeftOutReason = 'alreadyChosen' | 'tooManyPixels' | 'overLimit';

/** Which pictures fit into the selection, and why each of the others does not. */
export function checkSent(
  pictures: readonly SentPicture[],
  { present, free }: { present: readonly SentPicture[]; free: number },
): { accepted: SentPicture[]; leftOut: LeftOutReason[] } {
  const known = new Set(present.map(identifySent));
  const accepted: SentPicture[] = [];
  const leftOut: LeftOutReason[] = [];
  for (const picture of pictures) {
    const { width = 0, height = 0 } = picture;
    const id = identifySent(picture);
    if (known.has(id)) leftOut.push('alreadyChosen');
    else if (width * height > MAX_PIXELS) leftOut.push('tooManyPixels');
    else if (accepted.length >= free) leftOut.push('overLimit');
    else {
      known.add(id);
      accepted.push(picture);
    }
  }
  return { accepted, leftOut };
}

export const identifySent = ({ from: { batchId, index, kind } }: SentPicture): string =>
  `${batchId} ${index} ${kind}`;

/** Where a picture is from, such as 'Fox in the snow, #12'. */
export const describeOrigin = ({ batchName, from }: SentPicture): string =>
  `${batchName}, #${from.index + 1}`;

/** For sign-out. */
export function forgetSent(): void {
  for (const receiver of receivers.values()) receiver.removeSent();
  for (const tool of UploadToolSchema.options) sessionStorage.removeItem(findName(tool));
}

if (typeof window !== 'undefined') addEventListener(USER_DATA_CLEARED, forgetSent);
