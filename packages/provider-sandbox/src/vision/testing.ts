/** Test helpers: pictures and questions about them. */
import sharp from 'sharp';
import { postJson } from '../testing.ts';

const edge = 240;

/** `content` is SVG. */
export const drawPicture = (content: string, width = edge, height = edge): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
    ),
  )
    .png()
    .toBuffer();

export const fillWith = (color: string) => `<rect width="100%" height="100%" fill="${color}"/>`;

export const redSquare = await drawPicture(
  `${fillWith('white')}<rect x="70" y="70" width="100" height="100" fill="#d81414"/>`,
);

export const textsSchema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    keywords: { type: 'array', items: { type: 'string' } },
    category: { type: ['integer', 'null'] },
  },
  required: ['title', 'keywords', 'category'],
  additionalProperties: false,
};

interface Question {
  picture?: Buffer;
  mimeType?: string;
  text?: string;
  model?: string;
}

const DEFAULT_TEXT = 'File name: red-square.png';
const toBase64 = (picture: Buffer) => picture.toString('base64');

/** `fields` override the defaults. */
export function askOpenAi(
  url: string,
  { picture = redSquare, mimeType = 'image/png', text = DEFAULT_TEXT }: Question = {},
  fields: Record<string, unknown> = {},
) {
  const image = { type: 'input_image', image_url: `data:${mimeType};base64,${toBase64(picture)}` };
  return postJson(
    `${url}/openai/v1/responses`,
    {
      model: 'gpt-5.4-mini',
      input: [{ role: 'user', content: [image, { type: 'input_text', text }] }],
      text: { format: { type: 'json_schema', name: 'texts', strict: true, schema: textsSchema } },
      ...fields,
    },
    { authorization: 'Bearer sandbox-openai-key-1' },
  );
}

export function askGoogle(
  url: string,
  {
    picture = redSquare,
    mimeType = 'image/png',
    text = DEFAULT_TEXT,
    model = 'gemini-3.8-flash',
  }: Question = {},
  config: Record<string, unknown> = {},
) {
  const inlineData = { mimeType, data: toBase64(picture) };
  return postJson(
    `${url}/google/v1beta/models/${model}:generateContent`,
    {
      contents: [{ role: 'user', parts: [{ inlineData }, { text }] }],
      generationConfig: {
        responseMimeType: 'application/json',
        responseJsonSchema: textsSchema,
        ...config,
      },
    },
    { 'x-goog-api-key': 'sandbox-google-key-1' },
  );
}
