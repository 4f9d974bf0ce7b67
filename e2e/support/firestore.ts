import { Firestore } from '@google-cloud/firestore';
import { config } from '../config.ts';

/** The portal's database, past all rules: to arrange and to look, not to act as a person. */
export const firestore = new Firestore({
  projectId: config.projectId,
  host: config.firestoreAddress,
  ssl: false,
  customHeaders: { authorization: 'Bearer owner' },
});
