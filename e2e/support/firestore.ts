import { Firestore } from '@google-cloud/firestore';
import { config } from '../config.ts';

/** The portal's database without rules, for setup and checks. */
export const firestore = new Firestore({
  projectId: config.projectId,
  host: config.firestoreAddress,
  ssl: false,
  customHeaders: { authorization: 'Bearer owner' },
});
