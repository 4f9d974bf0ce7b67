import type { Issue } from '@portal/contracts/checks';
import { PICTURE_FORMATS } from '@portal/contracts/picture-type';
import type { PictureProvider } from '@portal/contracts/studio-settings';
import { UPLOAD_RULES } from '@portal/contracts/uploads';
import type { AgencyTexts, OriginalFacts, PictureTexts } from '../../batches/tool.ts';
import type { ItemTexts } from '../../batches/store/batch-record.ts';
import type { Clients } from '../../clients.ts';
import { isMadeByAi } from '../../pictures/mark-image.ts';
import { findModel } from '../../providers/model-registry.ts';
import { defineDescribeTool } from '../descriptions/describe-tool.ts';
import { ANSWER_SCHEMA, SCHEMA_NAME } from './answer-schema.ts';
import {
  KeywordSettingsSchema,
  StoredTextsSchema,
  type KeywordSettings,
  type StoredTexts,
} from './keyword-settings.ts';
import { listRenamedFiles } from './list-renamed-files.ts';
import { readAnswer, type Description } from './read-answer.ts';
import { writePrompt } from './write-prompt.ts';

export const keywordGeneratorTool = defineDescribeTool({
  name: 'keyword-generator',
  settings: KeywordSettingsSchema,
  uploads: UPLOAD_RULES['keyword-generator'],
  readPrice: readKeywordPrice,
  schema: ANSWER_SCHEMA,
  schemaName: SCHEMA_NAME,
  writePrompt,
  read: readAnswer,
  complete: completeAnswer,
  texts: { read: readTexts, readForAgency: readAgencyTexts },
  listFiles: listRenamedFiles,
  zipSuffix: '_keywords',
});

function readTexts(texts: ItemTexts): PictureTexts {
  const { seo_image_title: title, seo_description: description, keywords } = StoredTextsSchema.parse(texts);
  return { title, description, keywords };
}

function readAgencyTexts(settings: KeywordSettings, texts: ItemTexts): AgencyTexts {
  return { ...StoredTextsSchema.parse(texts), language: settings.language };
}

/** Expected dollars per picture. */
export async function readKeywordPrice({ firestore }: Clients, provider: PictureProvider): Promise<number> {
  return (await findModel(firestore, `keywords-${provider}`)).price ?? 0;
}

function completeAnswer(
  { texts, issues }: Description,
  { uploadedType, mark: { sourceType }, width, height }: OriginalFacts,
): { texts: StoredTexts; issues: Issue[] } {
  const { extension } = PICTURE_FORMATS[uploadedType];
  const mark = isMadeByAi(sourceType) ? { isMadeByAi: true } : {};
  return { texts: { ...texts, edited: false, extension, ...mark, width, height }, issues };
}
