/** Before each test file: its portal may have been left otherwise, and one of `npm start` draws each picture. */
import { afterAll, beforeAll } from 'vitest';
import { drawEach, shareDrawings } from './support/sandbox.ts';

beforeAll(shareDrawings);
afterAll(drawEach);
