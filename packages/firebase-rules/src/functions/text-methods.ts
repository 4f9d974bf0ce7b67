import { overload, type Builtins } from './builtin.ts';
import { trim } from '../values/conversions.ts';
import { matchesFully, replaceAll, splitBy } from './regular-expression.ts';

export const textMethods: Builtins = {
  size: [
    overload(['string'], (text) => BigInt(text.length)),
    overload(['bytes'], (bytes) => BigInt(bytes.length)),
  ],
  lower: [overload(['string'], (text) => text.replace(/[A-Z]+/g, (part) => part.toLowerCase()))],
  upper: [overload(['string'], (text) => text.replace(/[a-z]+/g, (part) => part.toUpperCase()))],
  trim: [overload(['string'], trim)],
  matches: [overload(['string', 'string'], matchesFully)],
  replace: [overload(['string', 'string', 'string'], replaceAll)],
  split: [overload(['string', 'string'], splitBy)],
  toUtf8: [overload(['string'], (text) => Uint8Array.from(Buffer.from(text)))],
  toBase64: [
    overload(['bytes'], (bytes) =>
      Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
    ),
  ],
  toHexString: [overload(['bytes'], (bytes) => Buffer.from(bytes).toString('hex').toUpperCase())],
};
