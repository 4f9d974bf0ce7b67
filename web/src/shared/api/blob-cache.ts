import { requestBlob } from './client.ts';

const urls = new Map<string, Promise<string>>();

/** An object URL for a picture of the API, fetched once. A failed one stays failed: it is not asked for again. */
export function loadPicture(path: string): Promise<string> {
  const known = urls.get(path);
  if (known) return known;
  const loading = requestBlob(path).then((blob) => URL.createObjectURL(blob));
  urls.set(path, loading);
  return loading;
}

/** At sign-out: the pictures were that person's. */
export function forgetPictures(): void {
  for (const url of urls.values())
    void url.then(
      (objectUrl) => URL.revokeObjectURL(objectUrl),
      () => undefined,
    );
  urls.clear();
}
