import { ArchiveSchema, type Archive } from '@portal/contracts/batches';
import { ApiFailure, describeFailure } from '../api/api-failure.ts';
import { requestBlob, requestFile } from '../api/client.ts';
import { toast } from '../toast/toast-store.ts';
import { saveFile, type SaveFile } from './save-file.ts';

export interface ArchiveSource {
  /** A ZIP at the media service, where there is one; it may be gone. */
  folderLink: string | null;
  /** The server's own ZIP. */
  path: string;
  fileName: string;
}

type Preparing = Extract<Archive, { status: 'preparing' }>;
type Tell = typeof toast;

const HEAD_PATIENCE_MS = 5000;
const ASK_AGAIN_MS = 1000;
/** A quarter of an hour: longer than the largest batch takes. */
const MOST_QUESTIONS = 900;
/** A ZIP of nothing is its end record alone. */
const EMPTY_ZIP_BYTES = 22;

/** A failure whose message is for the person. */
class DownloadFailure extends Error {}

/** Downloads a batch's ZIP and tells of each step. It never rejects. */
export async function downloadArchive(
  source: ArchiveSource,
  onPreparing: (progress: Preparing) => void = () => undefined,
  { save = saveFile, tell = toast }: { save?: SaveFile; tell?: Tell } = {},
): Promise<void> {
  tell('Preparing Download', { description: 'Creating ZIP file...' });
  try {
    await fetchArchive(source, onPreparing, save);
    tell('Download Started', { description: 'ZIP file download has begun.' });
  } catch (error) {
    tell('Download Failed', { description: describeDownloadFailure(error), isDestructive: true });
  }
}

async function fetchArchive(
  { folderLink, path, fileName }: ArchiveSource,
  onPreparing: (progress: Preparing) => void,
  save: SaveFile,
): Promise<void> {
  if (folderLink !== null && (await isThere(folderLink))) return save.address(folderLink);
  for (let questions = 0; questions < MOST_QUESTIONS; questions++) {
    const answer = await requestFile(path);
    if (!isJson(answer)) {
      const bytes = await answer.blob();
      if (bytes.size <= EMPTY_ZIP_BYTES) throw new DownloadFailure('Empty ZIP file received');
      return save.blob(bytes, fileName);
    }
    const archive = ArchiveSchema.parse(await answer.json());
    if (archive.status === 'ready') return save.address(archive.url);
    onPreparing(archive);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
  throw new Error('The archive was never ready.');
}

/** The media service is asked without who asks: the link alone opens it. */
const isThere = async (link: string): Promise<boolean> =>
  fetch(link, { method: 'HEAD', credentials: 'omit', signal: AbortSignal.timeout(HEAD_PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

const isJson = ({ headers }: Response): boolean => headers.get('content-type')?.includes('json') ?? false;

function describeDownloadFailure(error: unknown): string {
  if (error instanceof DownloadFailure) return error.message;
  // HTTP/2 has no status texts.
  if (error instanceof ApiFailure)
    return error.message.endsWith(': ') ? describeFailure(error) : error.message;
  return 'Failed to download images. Please try again.';
}

/** One image, as it was made. */
export async function downloadImage(
  { webUrl, fileName }: { webUrl: string; fileName: string },
  { save = saveFile, tell = toast }: { save?: SaveFile; tell?: Tell } = {},
): Promise<void> {
  try {
    save.blob(await requestBlob(webUrl), fileName);
  } catch {
    tell('Download Failed', { description: 'Failed to download the image.', isDestructive: true });
  }
}
