import { z } from 'zod';
import type { CallControl } from '../control/perform-call.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { SandboxSettings } from '../settings.ts';
import { deliveryTypes, resourceTypes, type AssetKind, type AssetStore } from './asset-store.ts';
import { rejectRequest } from './cloudinary-errors.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Transformer } from './transform.ts';

export interface Cloudinary {
  control: CallControl;
  settings: SandboxSettings;
  store: AssetStore;
  rateLimit: RateLimit;
  transformer: Transformer;
  deliveredBytes: number;
  /** Public IDs with this prefix cannot be deleted. */
  refusesToDelete: string | null;
}

/** `path` holds the segments after the cloud name. */
export interface CloudinaryCall {
  cloudinary: Cloudinary;
  incoming: HttpRequest;
  path: string[];
}

export function readKind(resourceType: string | undefined, type: string | undefined): AssetKind {
  const kind = z
    .object({ resourceType: z.enum(resourceTypes), type: z.enum(deliveryTypes) })
    .safeParse({ resourceType, type });
  if (!kind.success) return rejectRequest(400, `Invalid resource type or type: ${resourceType}, ${type}`);
  return kind.data;
}

/** Of assets that are uploaded and delivered. Others are only listed, searched and deleted. */
export const IMAGE: AssetKind = { resourceType: 'image', type: 'authenticated' };

/** Throws unless the asset is such an image. */
export function checkKind(resourceType: string | undefined, type: string | undefined): void {
  if (resourceType === IMAGE.resourceType && type === IMAGE.type) return;
  rejectRequest(
    400,
    `The sandbox uploads and delivers authenticated images only, not ${type} ${resourceType}`,
  );
}

/** Cloudinary ignores unknown parameters; the sandbox rejects them so that typos are noticed. */
export function rejectUnknown(names: Iterable<string>, known: readonly string[]): void {
  for (const name of names) if (!known.includes(name)) rejectRequest(400, `Unknown parameter ${name}`);
}
