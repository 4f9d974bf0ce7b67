import { checkKeys, getApiStatus } from './api-status.ts';
import { callsOf } from './batch-calls.ts';
import type { Call, FileCall, UploadCall } from './call.ts';
import { changeRole, listDirectory, revokeAccess, whitelistEmail } from './directory.ts';
import { getHealth } from './health.ts';
import { getUserInfo } from './identity.ts';
import { generateImages, generatorCalls, getGeminiStats, renameGenerationBatch } from './image-generator.ts';
import {
  analyzeImages,
  downloadKeywordZip,
  editKeywordResult,
  getFailedItems,
  getKeywordBatch,
  getKeywordPrice,
  getPreviewByName,
  keywordCalls,
  keywordOriginals,
  renameKeywordBatch,
} from './keyword-generator.ts';
import { getPricing } from './pricing.ts';
import { cancelRunningBatch, listRunningBatches } from './running-batches.ts';
import { getSettings } from './settings.ts';
import { getSpend } from './spend.ts';
import { getStorageStats, runCleanup } from './storage.ts';
import { getStudioSettings, saveBudget, saveModels, savePricing, saveTools } from './studio-settings.ts';
import {
  getOriginalImage,
  getStyledImage,
  listPresets,
  renameStylizerBatch,
  stylizerCalls,
  stylizerOriginals,
  transformImages,
} from './stylizer.ts';
import { openUploads } from './uploads.ts';
import { upscaleCalls, upscaleImages, upscaleOriginals } from './upscale.ts';

const generator = callsOf(generatorCalls);
const upscale = callsOf(upscaleCalls);
const keywords = callsOf(keywordCalls);
const stylizer = callsOf(stylizerCalls);

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
  ...generator.calls,
  renameGenerationBatch,
  getGeminiStats,
  openUploads,
  ...upscale.calls,
  getKeywordPrice,
  ...keywords.calls,
  getKeywordBatch,
  renameKeywordBatch,
  getFailedItems,
  editKeywordResult,
  listPresets,
  ...stylizer.calls,
  renameStylizerBatch,
  getApiStatus,
  checkKeys,
  listRunningBatches,
  cancelRunningBatch,
  getSpend,
  getStudioSettings,
  saveBudget,
  savePricing,
  saveModels,
  saveTools,
  getStorageStats,
  runCleanup,
];

export const allUploadCalls: readonly UploadCall[] = [upscaleImages, analyzeImages, transformImages];

export const allFileCalls: readonly FileCall[] = [
  ...generator.fileCalls,
  ...upscale.fileCalls,
  ...Object.values(upscaleOriginals),
  ...keywords.fileCalls,
  ...Object.values(keywordOriginals),
  getPreviewByName,
  downloadKeywordZip,
  ...stylizer.fileCalls,
  ...Object.values(stylizerOriginals),
  getOriginalImage,
  getStyledImage,
];
