import { z } from 'zod';
import { DESCRIPTIONS, emailOf, listAccounts } from './accounts.ts';
import type { Change, Step } from './step.ts';

const HOST = 'iam.googleapis.com/v1';

export const serviceAccounts: Step = {
  title: 'Service accounts',
  async plan(setup) {
    const { google, project } = setup;
    const changes: Change[] = [];
    for (const account of listAccounts(setup)) {
      const email = emailOf(setup, account);
      if (await google.read(z.object({}), `${HOST}/projects/${project}/serviceAccounts/${email}`)) continue;
      changes.push({
        lines: [`create ${account} (${DESCRIPTIONS[account]})`],
        apply: () =>
          google.call('POST', `${HOST}/projects/${project}/serviceAccounts`, {
            accountId: account,
            serviceAccount: { displayName: DESCRIPTIONS[account] },
          }),
      });
    }
    return { changes };
  },
};
