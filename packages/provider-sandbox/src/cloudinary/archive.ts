/** generate_archive, as used by the SDK's download_zip_url: a signed link to a ZIP that is streamed. */
import { Readable } from 'node:stream';
import type { Reply } from '../http/reply.ts';
import type { Asset } from './asset-store.ts';
import { rejectRequest } from './cloudinary-errors.ts';
import { checkKind, IMAGE, rejectUnknown, type Cloudinary, type CloudinaryCall } from './context.ts';
import { checkSignature } from './upload.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

const MAX_ARCHIVE_FILES = 1_000;
const archiveParameters = [
  'api_key',
  'expires_at',
  'flatten_folders',
  'mode',
  'signature',
  'tags[]',
  'target_format',
  'target_public_id',
  'timestamp',
  'type',
  'use_original_filename',
];

/** Pages fetch links to archives and images. */
export const corsHeaders = { 'access-control-allow-origin': '*' };

const archiveOptions = {
  mode: 'download',
  target_format: 'zip',
  flatten_folders: '1',
  use_original_filename: '1',
};

type Parameters = ReadonlyMap<string, string[]>;

export function serveArchive(
  { cloudinary, incoming }: CloudinaryCall,
  resourceType: string,
  parameters: Parameters,
): Reply {
  const first = (name: string) => parameters.get(name)?.[0];
  rejectUnknown(parameters.keys(), archiveParameters);
  checkSignature(parameters, cloudinary);
  if (Number(first('expires_at') ?? Infinity) < Date.now() / 1_000)
    rejectRequest(401, 'The link has expired');
  if (!cloudinary.settings.cloudinary.deliversArchives)
    rejectRequest(401, 'Customer is not allowed to deliver archives');
  checkKind(resourceType, first('type'));
  for (const [name, value] of Object.entries(archiveOptions)) {
    if (first(name) !== value) rejectRequest(400, `The sandbox supports only ${name}=${value}`);
  }
  const assets = findAll(cloudinary, parameters.get('tags[]') ?? []);
  if (assets.length === 0) rejectRequest(404, 'Resources not found');
  const headers = {
    ...corsHeaders,
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${first('target_public_id')}.zip"`,
  };
  if (incoming.method === 'HEAD') return { status: 200, headers, body: Readable.from([]) };
  const zip = writeZip(toEntries(cloudinary, assets));
  return { status: 200, headers, body: Readable.from(zip, { objectMode: false }) };
}

function findAll({ store }: Cloudinary, tags: readonly string[]): Asset[] {
  const assets = new Map<string, Asset>();
  for (const tag of tags) {
    for (const asset of store.list({ ...IMAGE, tag }, MAX_ARCHIVE_FILES, undefined).assets)
      assets.set(asset.publicId, asset);
  }
  return [...assets.values()].sort((one, other) => one.publicId.localeCompare(other.publicId));
}

function toEntries({ store }: Cloudinary, assets: readonly Asset[]): ZipEntry[] {
  const taken = new Map<string, number>();
  return assets.map((asset) => {
    const name = asset.originalFilename;
    const count = taken.get(name) ?? 0;
    taken.set(name, count + 1);
    return {
      name: `${count === 0 ? name : `${name}_(${count})`}.${asset.format}`,
      date: new Date(asset.createdAt),
      read: () => store.read(asset),
    };
  });
}
