/** Each test file begins with shared drawings. After it, a portal of `npm start` draws each picture again. */
import { afterAll, beforeAll } from 'vitest';
import { drawEach, shareDrawings } from './support/sandbox.ts';

beforeAll(shareDrawings);
afterAll(drawEach);
