import type { Asset } from './asset-store.ts';

/** An asset as both APIs return it. */
export const describeAsset = (asset: Asset, { tags = false, context = false } = {}) => ({
  asset_id: asset.assetId,
  public_id: asset.publicId,
  format: asset.format,
  version: asset.version,
  resource_type: asset.resourceType,
  type: asset.type,
  created_at: asset.createdAt,
  bytes: asset.bytes,
  width: asset.width,
  height: asset.height,
  asset_folder: asset.assetFolder,
  ...(tags && { tags: asset.tags }),
  ...(context && Object.keys(asset.context).length > 0 && { context: { custom: asset.context } }),
});

export const describeUpload = (asset: Asset) => ({
  ...describeAsset(asset, { tags: true, context: true }),
  original_filename: asset.originalFilename,
});
