import { Timestamp } from 'firebase-admin/firestore';
import { z } from 'zod';

/** Not `z.instanceof(Timestamp)`, which would load Firestore at startup. See docs/decisions/027. */
export const TimestampSchema = z.custom<Timestamp>(
  (value) => value instanceof Timestamp,
  'expected a timestamp',
);
