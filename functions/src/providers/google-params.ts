/** What Gemini is asked for, in calls now and at half price. */
import type { GoogleRequest } from '@portal/contracts/generation-request';
import { findGoogleSize } from '@portal/contracts/image-sizes';
import { MAX_ANSWER_TOKENS, type TextRequest } from './describe-request.ts';
import type { OriginalPicture } from './edit-request.ts';

export const GOOGLE_SIGNS = {
  keyRejected: /API_KEY_INVALID|API key expired|FAILED_PRECONDITION/,
  exhausted: /PerDay/,
};

export const PERSON_GENERATIONS = {
  dont_allow: 'ALLOW_NONE',
  allow_adult: 'ALLOW_ADULT',
  allow_all: 'ALLOW_ALL',
} as const;

const RATIOS: readonly (readonly [number, number])[] = [
  [1, 1],
  [2, 3],
  [3, 2],
  [3, 4],
  [4, 3],
  [4, 5],
  [5, 4],
  [9, 16],
  [16, 9],
  [21, 9],
];

export const makeImageConfig = (request: GoogleRequest) => ({
  responseModalities: ['IMAGE'],
  imageConfig: { aspectRatio: request.aspectRatio, imageSize: findGoogleSize(request) },
});

export const makeEditConfig = (picture: OriginalPicture) => ({
  responseModalities: ['IMAGE'],
  imageConfig: { aspectRatio: findNearestRatio(picture), imageSize: '1K' },
});

/** All but the thinking level, for which the SDK has an enumeration. */
export const makeTextConfig = ({ schema }: Pick<TextRequest, 'schema'>) => ({
  responseMimeType: 'application/json',
  responseJsonSchema: schema,
  maxOutputTokens: MAX_ANSWER_TOKENS,
});

export const makePicturePart = ({ bytes, contentType }: { bytes: Buffer; contentType: string }) => ({
  inlineData: { mimeType: contentType, data: bytes.toString('base64') },
});

/** The model's ratio that is closest to the picture's. */
function findNearestRatio({ width, height }: OriginalPicture): string {
  const distance = ([across, down]: readonly [number, number]) =>
    Math.abs(Math.log((across * height) / (down * width)));
  return RATIOS.reduce((best, each) => (distance(each) < distance(best) ? each : best)).join(':');
}
