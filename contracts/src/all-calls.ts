import type { Call, FileCall } from './call.ts';
import { changeRole, listDirectory, revokeAccess, whitelistEmail } from './directory.ts';
import { getHealth } from './health.ts';
import { getUserInfo } from './identity.ts';
import {
  cancelGenerationBatch,
  clearGenerationBatches,
  deleteGenerationBatch,
  downloadGenerationBatch,
  generateImages,
  getBatchImage,
  getBatchThumbnail,
  getGeminiStats,
  listBatchImages,
  listGenerationBatches,
  renameGenerationBatch,
  retryGenerationBatch,
} from './image-generator.ts';
import { getPricing } from './pricing.ts';
import { getSettings } from './settings.ts';

/** Every call of the API, in the order of its description. */
export const allCalls: readonly Call[] = [
  getHealth,
  getSettings,
  getUserInfo,
  listDirectory,
  whitelistEmail,
  revokeAccess,
  changeRole,
  getPricing,
  generateImages,
  listGenerationBatches,
  clearGenerationBatches,
  cancelGenerationBatch,
  retryGenerationBatch,
  renameGenerationBatch,
  deleteGenerationBatch,
  listBatchImages,
  getGeminiStats,
];

export const allFileCalls: readonly FileCall[] = [downloadGenerationBatch, getBatchImage, getBatchThumbnail];
