import type { Transport } from './transports/transport.ts';
import { TransportError } from './transports/transport-error.ts';

export interface OutgoingFile {
  name: string;
  /** The name until it is whole; the same for every attempt. */
  partName: string;
  bytes: Buffer;
  supportsRename: boolean;
  /** It may be at the server under its final name: an earlier attempt was about to give it that name. */
  mayHaveArrived: boolean;
}

export interface SendEvents {
  /** Stored before the file can appear under its final name. Throws if it must not. */
  markMayHaveArrived: () => Promise<void>;
  setProgress: (sentBytes: number) => void;
}

/** `taken`: the server has it no more, because the agency has taken it out of the folder. */
export type SendOutcome = 'sent' | 'taken';

const MAX_WHOLE_TRIES = 2;

/**
 * Brings the file to the server once, whole, whatever earlier attempts have left there. Writes only to places whose bytes
 * are the same in each attempt, so that a worker that was believed lost does no harm. See docs/decisions/017.
 */
export async function sendFile(
  transport: Transport,
  file: OutgoingFile,
  events: SendEvents,
): Promise<SendOutcome> {
  if (!file.supportsRename) return sendInPlace(transport, file, events);
  try {
    return await sendAndRename(transport, file, events);
  } catch (error) {
    if (!file.mayHaveArrived || !(error instanceof TransportError) || error.failure !== 'refused')
      throw error;
    // The server may have carried out the rename of an earlier attempt only now. The next attempt finds out.
    throw new TransportError('connection', { message: error.message, cause: error });
  }
}

async function sendAndRename(
  transport: Transport,
  { name, partName, bytes, mayHaveArrived }: OutgoingFile,
  { markMayHaveArrived, setProgress }: SendEvents,
): Promise<SendOutcome> {
  const partSize = await transport.findSize(partName);
  const size = await transport.findSize(name);
  if (mayHaveArrived && partSize === undefined) return size === bytes.length ? 'sent' : 'taken';
  if (size !== undefined) throw nameTaken(name);
  // A lost attempt may have left a gap before the end. With one byte missing, SFTP sends the whole window again.
  const isConfirmed = mayHaveArrived || partSize !== bytes.length;
  await uploadPart(transport, partName, bytes, isConfirmed ? partSize : partSize - 1, setProgress);
  // Again, because that took a while, and many FTP servers would replace the other file.
  if ((await transport.findSize(name)) !== undefined) throw nameTaken(name);
  await markMayHaveArrived();
  await transport.rename(partName, name);
  return 'sent';
}

async function sendInPlace(
  transport: Transport,
  { name, bytes, mayHaveArrived }: OutgoingFile,
  { markMayHaveArrived, setProgress }: SendEvents,
): Promise<SendOutcome> {
  const size = await transport.findSize(name);
  if (!mayHaveArrived && size !== undefined) throw nameTaken(name);
  if (mayHaveArrived && size === undefined) {
    throw new TransportError('refused', {
      message:
        'The connection was lost, and the file is not in the folder. Check at the agency before you retry.',
    });
  }
  if (!mayHaveArrived) await markMayHaveArrived();
  if (size === bytes.length) return 'sent';
  await transport.upload(name, bytes, size !== undefined && size < bytes.length ? size : 0, setProgress);
  const arrived = await transport.findSize(name);
  if (arrived === undefined) return 'taken';
  if (arrived !== bytes.length) throw otherSize();
  return 'sent';
}

/** Verifies the size. */
async function uploadPart(
  transport: Transport,
  name: string,
  bytes: Buffer,
  known: number | undefined,
  setProgress: SendEvents['setProgress'],
): Promise<void> {
  let size = known;
  for (let tries = 1; size !== bytes.length; tries += 1) {
    if (tries > MAX_WHOLE_TRIES) throw otherSize();
    if (size !== undefined && (size > bytes.length || tries > 1)) {
      await transport.delete(name);
      size = undefined;
    }
    await transport.upload(name, bytes, size ?? 0, setProgress);
    size = await transport.findSize(name);
  }
}

const otherSize = () =>
  new TransportError('connection', {
    message: 'The file at the agency’s server has another size than ours.',
  });

const nameTaken = (name: string) =>
  new TransportError('refused', {
    message: `The agency’s folder already has a file named ${name}. Retry when the agency has taken it.`,
  });
