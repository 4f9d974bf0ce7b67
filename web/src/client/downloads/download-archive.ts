import { ArchiveSchema, type Archive } from '@portal/contracts/batches';
import { ImageLinkSchema } from '@portal/contracts/image-link';
import { ApiFailure, describeFailure } from '../api/api-failure.ts';
import { isJson, requestFile, requestImage } from '../api/client.ts';
import { toast } from '../toast/toast-store.ts';
import { saveFile, type SaveFile } from './save-file.ts';

export interface ArchiveSource {
  /** The media service's ZIP, if any. It may have been deleted. */
  folderLink: string | null;
  /** The API path of the server's ZIP. */
  path: string;
  fileName: string;
}

type Preparing = Extract<Archive, { status: 'preparing' }>;
type Notify = typeof toast;

const HEAD_TIMEOUT_MS = 5000;
const POLL_INTERVAL_MS = 1000;
/** 15 minutes, longer than the largest batch takes. */
const MAX_POLLS = 900;
/** The size of an empty ZIP, which is only its end record. */
const EMPTY_ZIP_BYTES = 22;

/** Has a message to show to the user. */
class DownloadFailure extends Error {}

/** Downloads a batch's ZIP and notifies of each step. Never rejects. */
export async function downloadArchive(
  source: ArchiveSource,
  onPreparing: (progress: Preparing) => void = () => undefined,
  { save = saveFile, notify = toast }: { save?: SaveFile; notify?: Notify } = {},
): Promise<void> {
  notify('Preparing Download', { description: 'Creating ZIP file...' });
  try {
    await fetchArchive(source, onPreparing, save);
    notify('Download Started', { description: 'ZIP file download has begun.' });
  } catch (error) {
    notify('Download Failed', { description: describeDownloadFailure(error), isDestructive: true });
  }
}

async function fetchArchive(
  { folderLink, path, fileName }: ArchiveSource,
  onPreparing: (progress: Preparing) => void,
  save: SaveFile,
): Promise<void> {
  if (folderLink !== null && (await isAvailable(folderLink))) return save.url(folderLink);
  await saveWhenReady(
    async () => {
      const answer = await requestFile(path);
      if (isJson(answer)) return ArchiveSchema.parse(await answer.json());
      const bytes = await answer.blob();
      if (bytes.size <= EMPTY_ZIP_BYTES) throw new DownloadFailure('Empty ZIP file received');
      save.blob(bytes, fileName);
      return undefined;
    },
    onPreparing,
    save,
  );
}

/** Asks each second, until there is a link, which is opened, or the ZIP itself was saved. */
export async function saveWhenReady<Ready extends Extract<Archive, { status: 'ready' }>>(
  ask: () => Promise<Preparing | Ready | undefined>,
  onPreparing: (progress: Preparing) => void,
  save: Pick<SaveFile, 'url'> = saveFile,
): Promise<Ready | undefined> {
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    const archive = await ask();
    if (!archive) return undefined;
    if (archive.status === 'ready') {
      save.url(archive.url);
      return archive;
    }
    onPreparing(archive);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  throw new Error('Timed out waiting for the archive.');
}

/** The link is signed, so no credentials are sent to the media service. */
const isAvailable = async (link: string): Promise<boolean> =>
  fetch(link, { method: 'HEAD', credentials: 'omit', signal: AbortSignal.timeout(HEAD_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

function describeDownloadFailure(error: unknown): string {
  if (error instanceof DownloadFailure) return error.message;
  // HTTP/2 has no status text.
  if (error instanceof ApiFailure)
    return error.message.endsWith(': ') ? describeFailure(error) : error.message;
  return 'Failed to download images. Please try again.';
}

/** Downloads a picture under the name that the server gives it. */
export async function downloadWithName(
  path: string,
  fallbackName: string,
  { save = saveFile, notify = toast }: { save?: SaveFile; notify?: Notify } = {},
): Promise<void> {
  try {
    const answer = await requestFile(path);
    if (isJson(answer)) save.url(ImageLinkSchema.parse(await answer.json()).url);
    else save.blob(await answer.blob(), readFileName(answer) ?? fallbackName);
  } catch {
    notify('Download Failed', { description: 'Failed to download the image.', isDestructive: true });
  }
}

function readFileName({ headers }: Response): string | undefined {
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '') ?? [];
  return name === undefined ? undefined : decodeURIComponent(name);
}

/** For tools whose failed downloads show nothing. */
export const downloadSilently = (image: { webUrl: string; fileName: string }): void =>
  void downloadImage(image, { notify: () => undefined });

/** Downloads one image in full quality. */
export async function downloadImage(
  { webUrl, fileName }: { webUrl: string; fileName: string },
  { save = saveFile, notify = toast }: { save?: SaveFile; notify?: Notify } = {},
): Promise<void> {
  try {
    const image = await requestImage(webUrl);
    if (image instanceof Blob) save.blob(image, fileName);
    else save.url(image.url);
  } catch {
    notify('Download Failed', { description: 'Failed to download the image.', isDestructive: true });
  }
}
