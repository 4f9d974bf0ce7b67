import { z } from 'zod';
import { differs } from './differs.ts';
import { NO_CHANGES, oneChange, SetupError, type Step } from './step.ts';

const HOST = 'firestore.googleapis.com/v1';

/** Not a multi-region such as eur3. https://cloud.google.com/firestore/docs/locations */
const REGION = /^[a-z]+-[a-z]+\d+$/;

/** For restoring the database as it was at any minute of the last week, and against deleting it by mistake. */
const SETTINGS = {
  pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_ENABLED',
  deleteProtectionState: 'DELETE_PROTECTION_ENABLED',
};

const DatabaseSchema = z.looseObject({ locationId: z.string(), type: z.string() });

/** Its rules, indexes and TTL policies are deployed with the code. */
export const firestore: Step = {
  title: 'Firestore',
  async plan({ google, project, region }) {
    const database = `${HOST}/projects/${project}/databases/(default)`;
    const found = await google.read(DatabaseSchema, database);
    if (!found) {
      const wanted = { type: 'FIRESTORE_NATIVE', locationId: region, ...SETTINGS };
      return oneChange(`create the database in ${region}, with point-in-time recovery`, () =>
        google.run('POST', `${HOST}/projects/${project}/databases?databaseId=(default)`, wanted),
      );
    }
    if (found.type !== 'FIRESTORE_NATIVE') {
      throw new SetupError(`The database of ${project} is in Datastore mode. Use another project.`);
    }
    // Another machine may not know it: functions in another region would be slow, and could not listen to the bucket.
    if (REGION.test(found.locationId) && found.locationId !== region) {
      throw new SetupError(`The database is in ${found.locationId}. Add --region ${found.locationId}`);
    }
    if (!differs(SETTINGS, found)) return NO_CHANGES;
    const mask = Object.keys(SETTINGS).join(',');
    return oneChange('turn on point-in-time recovery and delete protection', () =>
      google.run('PATCH', `${database}?updateMask=${mask}`, SETTINGS),
    );
  },
};
