/** generate_archive, as used by the SDK's download_zip_url: a signed link to a ZIP that is streamed. */
import { Readable } from 'node:stream';
import type { Reply } from '../http/reply.ts';
import type { Asset, AssetFilter } from './asset-store.ts';
import { rejectRequest } from './cloudinary-errors.ts';
import { readKind, rejectUnknown, splitTags, type Cloudinary, type CloudinaryCall } from './context.ts';
import { checkSignature } from './upload.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

const MAX_ARCHIVE_FILES = 1_000;
const archiveParameters = [
  'api_key',
  'expires_at',
  'flatten_folders',
  'mode',
  'prefixes',
  'public_ids',
  'signature',
  'tags',
  'target_format',
  'target_public_id',
  'timestamp',
  'type',
  'use_original_filename',
];

export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': '*',
};

type Parameters = ReadonlyMap<string, string[]>;

export function serveArchive(
  { cloudinary, incoming }: CloudinaryCall,
  resourceType: string,
  parameters: Parameters,
): Reply {
  const first = (name: string) => parameters.get(name)?.[0];
  rejectUnknown(
    [...parameters.keys()].map((name) => name.replace(/\[\]$/, '')),
    archiveParameters,
  );
  checkSignature(parameters, cloudinary);
  if (Number(first('expires_at') ?? Infinity) < Date.now() / 1_000)
    rejectRequest(401, 'The link has expired');
  if (!cloudinary.settings.cloudinary.deliversArchives)
    rejectRequest(401, 'Customer is not allowed to deliver archives');
  if (first('mode') !== 'download' || (first('target_format') ?? 'zip') !== 'zip') {
    rejectRequest(400, 'Only mode download and target_format zip are supported');
  }
  const kind = readKind(resourceType, first('type') ?? 'upload');
  const assets = findAll(cloudinary, kind, parameters);
  if (assets.length === 0) rejectRequest(404, 'Resources not found');
  const headers = {
    ...corsHeaders,
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${first('target_public_id') ?? 'archive'}.zip"`,
  };
  if (incoming.method === 'HEAD') return { status: 200, headers, body: Readable.from([]) };
  const entries = toEntries(cloudinary, assets, {
    isFlat: first('flatten_folders') === '1',
    usesOriginalNames: first('use_original_filename') === '1',
  });
  return { status: 200, headers, body: Readable.from(writeZip(entries), { objectMode: false }) };
}

function findAll({ store }: Cloudinary, kind: AssetFilter, parameters: Parameters): Asset[] {
  const all = (name: string) => [
    ...(parameters.get(`${name}[]`) ?? []),
    ...splitTags(parameters.get(name)?.[0]),
  ];
  const publicIds = all('public_ids');
  const filters: AssetFilter[] = [
    ...all('tags').map((tag) => ({ ...kind, tag })),
    ...all('prefixes').map((prefix) => ({ ...kind, prefix })),
    ...(publicIds.length > 0 ? [{ ...kind, publicIds }] : []),
  ];
  const assets = new Map<string, Asset>();
  for (const filter of filters) {
    for (const asset of store.list(filter, MAX_ARCHIVE_FILES, undefined).assets)
      assets.set(asset.publicId, asset);
  }
  return [...assets.values()].sort((one, other) => one.publicId.localeCompare(other.publicId));
}

function toEntries(
  { store }: Cloudinary,
  assets: readonly Asset[],
  { isFlat, usesOriginalNames }: { isFlat: boolean; usesOriginalNames: boolean },
): ZipEntry[] {
  const taken = new Map<string, number>();
  return assets.map((asset) => {
    const folders = asset.publicId.split('/');
    const last = folders.pop() ?? asset.publicId;
    const path = [...(isFlat ? [] : folders), usesOriginalNames ? asset.originalFilename : last].join('/');
    const count = taken.get(path) ?? 0;
    taken.set(path, count + 1);
    const unique = count === 0 ? path : `${path}_(${count})`;
    return {
      name: asset.resourceType === 'raw' ? unique : `${unique}.${asset.format}`,
      date: new Date(asset.createdAt),
      read: () => store.read(asset),
    };
  });
}
