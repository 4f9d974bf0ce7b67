import { ApiErrorSchema } from '@portal/contracts/api-error';
import { expect, test } from 'vitest';
import { config } from '../config.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'multipart/form-data; boundary=x' };
const MEGABYTE = 1024 * 1024;

const FAILURES: [name: string, sent: RequestInit, status: number, code: string][] = [
  ['broken JSON', { headers: JSON_TYPE, body: '{"name": ' }, 400, 'bad-request'],
  ['JSON that is only a word', { headers: JSON_TYPE, body: 'null' }, 400, 'bad-request'],
  [
    'an unknown encoding',
    { headers: { ...JSON_TYPE, 'content-encoding': 'x-none' }, body: '{}' },
    415,
    'unsupported-media-type',
  ],
  ['a form over 32 MB', { headers: FORM_TYPE, body: Buffer.alloc(33 * MEGABYTE) }, 413, 'too-large'],
];
const DETAILS = [{ path: '', message: 'Send a JSON object.' }];
const send = (base: string, sent: RequestInit) => fetch(`${base}/api/settings`, { method: 'POST', ...sent });

test.each(FAILURES)(
  '%s gets an error in the API’s format before it reaches a route [D-answers-and-errors-of-the-api.1]',
  async (_name, sent, status, code) => {
    for (const base of [config.apiFunctionUrl, config.portalUrl]) {
      const answer = await send(base, sent);
      const text = await answer.text();
      expect({ status: answer.status, text }).toEqual({ status, text: expect.stringMatching(/^\{.*\}$/) });
      const body = ApiErrorSchema.parse(JSON.parse(text));
      expect(body.code).toBe(code);
      expect(body.details).toEqual(status === 400 ? DETAILS : undefined);
      expect(answer.headers.get('x-request-id')).toBe(body.requestId);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  },
);
