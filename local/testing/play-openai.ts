/** Plays OpenAI's images as its published description says (github.com/openai/openai-openapi), so that a start with a real key can be seen. */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

/** 1 x 1. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
/** Of a square picture in high quality. */
const USAGE = {
  total_tokens: 4170,
  input_tokens: 10,
  output_tokens: 4160,
  input_tokens_details: { text_tokens: 10, image_tokens: 0 },
};
const RequestSchema = z.looseObject({
  model: z.string(),
  prompt: z.string(),
  size: z.string(),
  quality: z.string(),
});

export interface PlayedCall {
  path: string;
  authorization: string | undefined;
  body: z.output<typeof RequestSchema>;
}

export async function playOpenai(): Promise<{ url: string; calls: PlayedCall[]; stop: () => void }> {
  const calls: PlayedCall[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { url = '', headers } = request;
      const body = RequestSchema.parse(await json(request));
      calls.push({ path: url, authorization: headers.authorization, body });
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          created: 1_713_833_628,
          data: [{ b64_json: PNG }],
          background: 'opaque',
          output_format: 'png',
          size: body.size,
          quality: body.quality,
          usage: USAGE,
        }),
      );
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/v1`, calls, stop: () => void server.close() };
}
