import { z } from 'zod';
import { ALERT_POLICIES } from './alert-policies.ts';
import { differs } from './differs.ts';
import { findChannel } from './notification-channel.ts';
import type { Change, Step } from './step.ts';

const HOST = 'monitoring.googleapis.com/v3';

const PoliciesSchema = z.object({
  alertPolicies: z.array(z.looseObject({ name: z.string(), displayName: z.string() })).default([]),
});

export const alerts: Step = {
  title: 'Alerts',
  async plan(setup) {
    const { google, project } = setup;
    const channel = (await findChannel(setup)) ?? '(new)';
    const path = `${HOST}/projects/${project}/alertPolicies`;
    const found = await google.read(PoliciesSchema, `${path}?pageSize=1000`);
    const changes = ALERT_POLICIES.flatMap((policy): Change[] => {
      const wanted = { ...policy, notificationChannels: [channel] };
      const existing = found?.alertPolicies.find(({ displayName }) => displayName === wanted.displayName);
      if (!existing) {
        return [
          {
            lines: [`create the alert "${wanted.displayName}"`],
            apply: () => google.call('POST', path, wanted),
          },
        ];
      }
      if (!differs(wanted, existing)) return [];
      // Without a mask the whole policy is replaced, conditions included.
      return [
        {
          lines: [`change the alert "${wanted.displayName}"`],
          apply: () => google.call('PATCH', `${HOST}/${existing.name}`, { ...wanted, name: existing.name }),
        },
      ];
    });
    return { changes };
  },
};
