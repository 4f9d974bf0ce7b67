/** Sends pictures through the Keyword Generator's own prompt, provider call, repair and cleaning. */
import { z } from 'zod';
import { KeywordOptionsSchema } from '@portal/contracts/keyword-generator';
import type { PictureProvider } from '@portal/contracts/studio-settings';
import type { ProviderAccess } from '@portal/functions/src/providers/call-provider.ts';
import { describePicture } from '@portal/functions/src/providers/describe-picture.ts';
import { DEFAULT_MODELS } from '@portal/functions/src/providers/model-registry.ts';
import { toMicros } from '@portal/functions/src/spend/micros.ts';
import { ANSWER_SCHEMA, SCHEMA_NAME } from '@portal/functions/src/tools/keyword-generator/answer-schema.ts';
import { writeTexts } from '@portal/functions/src/tools/keyword-generator/write-texts.ts';
import { printFigure } from '../table.ts';
import type { Sample } from './corpus.ts';
import type { Texts } from './judge-keywords.ts';

export interface Written {
  sample: Sample;
  /** As the model said them; the last answer if it was repaired. */
  said: Texts;
  kept: Texts;
  calls: number;
}

const AnswerSchema = z.object({ seo_image_title: z.string(), keywords: z.array(z.string()) });
const MAX_CALL_MS = 180_000;

export async function writeAll(
  samples: readonly Sample[],
  pictures: readonly Buffer[],
  provider: PictureProvider,
  access: ProviderAccess,
): Promise<Written[]> {
  const all: Written[] = [];
  for (const [index, sample] of samples.entries()) {
    const bytes = pictures[index];
    const written = bytes && (await write(sample, bytes, provider, access));
    if (written) all.push(written);
  }
  return all;
}

async function write(
  sample: Sample,
  bytes: Buffer,
  provider: PictureProvider,
  access: ProviderAccess,
): Promise<Written | undefined> {
  const { upstreamModel } = DEFAULT_MODELS[`keywords-${provider}`];
  const picture = { bytes, contentType: 'image/jpeg' as const };
  let said = '';
  const written = await writeTexts(
    async (prompt) => {
      const request = { ...prompt, picture, schema: ANSWER_SCHEMA, schemaName: SCHEMA_NAME };
      const answer = await describePicture(
        access,
        provider,
        request,
        upstreamModel,
        AbortSignal.timeout(MAX_CALL_MS),
      );
      if (answer.kind === 'made') said = answer.made;
      return { ...answer, cost: toMicros(0) };
    },
    KeywordOptionsSchema.parse(sample.options),
    sample.fileName,
  );
  if (written.kind !== 'good') {
    // The other pictures are paid for.
    printFigure(`${sample.fileName} is missing`, 'problem' in written ? written.problem : written.kind);
    return undefined;
  }
  const { seo_image_title: title, keywords } = AnswerSchema.parse(JSON.parse(said));
  const { texts, costs } = written;
  return {
    sample,
    said: { title, keywords },
    kept: { title: texts.seo_image_title, keywords: texts.keywords },
    calls: costs.length,
  };
}
