import { z } from 'zod';
import type { CallControl } from '../control/perform-call.ts';
import type { Incoming } from '../http/incoming.ts';
import type { SandboxSettings } from '../settings.ts';
import { deliveryTypes, resourceTypes, type AssetKind, type AssetStore } from './asset-store.ts';
import { turnDown } from './cloudinary-errors.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Transformer } from './transform.ts';

export interface Cloudinary {
  control: CallControl;
  settings: SandboxSettings;
  store: AssetStore;
  rateLimit: RateLimit;
  transformer: Transformer;
  /** Known when the server listens. */
  baseUrl: string;
  deliveredBytes: number;
  /** What tests want to stay. */
  refusesToDelete: string | null;
}

/** One call, taken apart. `path`: the segments after the cloud name. */
export interface CloudinaryCall {
  cloudinary: Cloudinary;
  incoming: Incoming;
  path: string[];
}

export function readKind(resourceType: string | undefined, type: string | undefined): AssetKind {
  const kind = z
    .object({ resourceType: z.enum(resourceTypes), type: z.enum(deliveryTypes) })
    .safeParse({ resourceType, type });
  if (!kind.success) return turnDown(400, `Invalid resource type or type: ${resourceType}, ${type}`);
  return kind.data;
}

/** The service passes over what it does not know; a stand-in had better say that it was meant for nobody. */
export function refuseUnknown(names: Iterable<string>, known: readonly string[]): void {
  for (const name of names) if (!known.includes(name)) turnDown(400, `Unknown parameter ${name}`);
}

export function splitTags(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
