/** Whether somebody was signed in when this browser last had the portal open. Only a guess of what will be needed. */
import { z } from 'zod';
import { keep, readKept } from '../keep.ts';

const NAME = 'signed-in';

export const wasSignedIn = (): boolean => readKept(localStorage, NAME, z.boolean()) ?? false;

export const noteSignedIn = (isSignedIn: boolean): void => keep(localStorage, NAME, isSignedIn);
