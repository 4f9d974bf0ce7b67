/** Pictures of earlier batches that are sent to the form of another tool. */
import { MAX_PIXELS, UPLOAD_RULES, type UploadTool } from '@portal/contracts/uploads';
import { USER_DATA_CLEARED } from '../../client/api/user-data.ts';
import { readLastUserId } from '../../client/session/signed-in-before.ts';
import { toast } from '../../client/toast/toast-store.ts';
import { describeLeftOut } from './describe-left-out.ts';
import { makeSentStore, type SentPicture } from './sent-store.ts';

export type { SentPicture } from './sent-store.ts';

/** The selection of a form that was opened before. */
interface Receiver {
  /** Of files and sent pictures. */
  getSelected: () => readonly unknown[];
  getSent: () => readonly SentPicture[];
  addSent: (pictures: readonly SentPicture[]) => void;
  clear: () => void;
}

const receivers = new Map<UploadTool, Receiver & { userId: string }>();

export const setReceiver = (tool: UploadTool, userId: string, receiver: Receiver): void => {
  receivers.set(tool, { ...receiver, userId });
};

/** Adds the pictures to those that the tool's form has selected, up to its limit. The caller then opens the tool. */
export function sendPictures(tool: UploadTool, pictures: readonly SentPicture[]): void {
  const userId = readLastUserId() ?? '';
  const known = receivers.get(tool);
  const receiver = known?.userId === userId ? known : undefined;
  const store = makeSentStore(tool, userId);
  const present = receiver?.getSent() ?? store.read();
  const count = receiver?.getSelected().length ?? present.length;
  const { maxFiles } = UPLOAD_RULES[tool];
  const { accepted, leftOut } = checkSent(pictures, { present, free: maxFiles - count });
  if (receiver) receiver.addSent(accepted);
  else store.write([...present, ...accepted]);
  if (leftOut.length > 0) toast('Some images were left out', { description: describeLeftOut(leftOut) });
}

export type LeftOutReason = 'alreadySelected' | 'tooManyPixels' | 'overLimit';

/** Which pictures fit into a selection, and why each of the others does not. */
function checkSent(
  pictures: readonly SentPicture[],
  { present, free }: { present: readonly SentPicture[]; free: number },
): { accepted: SentPicture[]; leftOut: LeftOutReason[] } {
  const known = new Set(present.map(identifySent));
  const accepted: SentPicture[] = [];
  const leftOut: LeftOutReason[] = [];
  for (const picture of pictures) {
    const { width = 0, height = 0 } = picture;
    const id = identifySent(picture);
    if (known.has(id)) leftOut.push('alreadySelected');
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

if (typeof window !== 'undefined')
  addEventListener(USER_DATA_CLEARED, () => {
    for (const { clear } of receivers.values()) clear();
  });
