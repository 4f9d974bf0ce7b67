import { createHash } from 'node:crypto';
import type { CloudinaryAccount } from '../settings.ts';
import type { Asset } from './asset-store.ts';
import { signDelivery } from './signature.ts';

/** An asset as both APIs return it. */
export function describeAsset(asset: Asset, { tags = false, context = false } = {}) {
  return {
    asset_id: asset.assetId,
    public_id: asset.publicId,
    ...(asset.resourceType === 'raw' ? {} : { format: asset.format }),
    version: asset.version,
    resource_type: asset.resourceType,
    type: asset.type,
    created_at: asset.createdAt,
    bytes: asset.bytes,
    ...(asset.resourceType === 'raw' ? {} : { width: asset.width, height: asset.height }),
    asset_folder: asset.assetFolder,
    display_name: asset.publicId.split('/').at(-1),
    ...(tags ? { tags: asset.tags } : {}),
    ...(context && Object.keys(asset.context).length > 0 ? { context: { custom: asset.context } } : {}),
  };
}

export function describeUpload(
  asset: Asset,
  overwritten: boolean,
  account: CloudinaryAccount,
  baseUrl: string,
) {
  const url = deliveryUrl(asset, account, baseUrl);
  return {
    ...describeAsset(asset, { tags: true, context: true }),
    version_id: createHash('md5').update(`${asset.assetId}/${asset.version}`).digest('hex'),
    signature: createHash('sha1')
      .update(`public_id=${asset.publicId}&version=${asset.version}${account.apiSecret}`)
      .digest('hex'),
    etag: asset.file.slice(0, 32),
    placeholder: false,
    url,
    secure_url: url,
    ...(overwritten ? { overwritten: true } : {}),
    original_filename: asset.originalFilename,
  };
}

export function deliveryUrl(
  asset: Asset,
  { cloudName, apiSecret }: CloudinaryAccount,
  baseUrl: string,
): string {
  const name = asset.resourceType === 'raw' ? asset.publicId : `${asset.publicId}.${asset.format}`;
  const signature = asset.type === 'upload' ? '' : `${signDelivery(name, apiSecret)}/`;
  return `${baseUrl}/cloudinary/res/${cloudName}/${asset.resourceType}/${asset.type}/${signature}v${asset.version}/${name}`;
}
