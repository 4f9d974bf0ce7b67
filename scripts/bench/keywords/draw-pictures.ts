import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { ProviderAccess } from '@portal/functions/src/providers/call-provider.ts';
import type { Sample } from './corpus.ts';

const ImagesSchema = z.object({ data: z.tuple([z.object({ b64_json: z.base64() })]) });

/** Drawings of the sandbox, and the sample photographs of @vladmandic/face-api, an MIT package. */
export async function findPictures(samples: readonly Sample[], sandbox: ProviderAccess): Promise<Buffer[]> {
  const folder = dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'));
  const photographs = samples.filter(({ prompt }) => prompt === undefined);
  return Promise.all(
    samples.map((sample) =>
      sample.prompt === undefined
        ? readFile(join(folder, `demo/sample${photographs.indexOf(sample) + 1}.jpg`))
        : draw(sample.prompt, sandbox),
    ),
  );
}

async function draw(prompt: string, { baseUrl, apiKey }: ProviderAccess): Promise<Buffer> {
  const response = await fetch(`${baseUrl}/images/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-image-2.5-flare', prompt, output_format: 'jpeg' }),
  });
  const { data } = ImagesSchema.parse(await response.json());
  return Buffer.from(data[0].b64_json, 'base64');
}
