import { z } from 'zod';
import { readSettings } from '../settings.ts';
import { NO_CHANGES, oneChange, SetupError, type Setup, type Step } from './step.ts';

const HOST = 'monitoring.googleapis.com/v3';

const ChannelsSchema = z.object({
  notificationChannels: z
    .array(z.object({ name: z.string(), labels: z.record(z.string(), z.string()).default({}) }))
    .default([]),
});

/** The first admin, unless --alert-email names somebody. */
const findAddress = (setup: Setup): string | undefined =>
  setup.alertEmail ?? readSettings(setup)['FIRST_ADMINS']?.split(',')[0]?.trim();

/** The resource name of the channel, once it exists. */
export async function findChannel(setup: Setup): Promise<string | undefined> {
  const address = findAddress(setup);
  const filter = encodeURIComponent('type="email"');
  const found = await setup.google.read(
    ChannelsSchema,
    `${HOST}/projects/${setup.project}/notificationChannels?filter=${filter}`,
  );
  return found?.notificationChannels.find(({ labels }) => labels['email_address'] === address)?.name;
}

export const notificationChannel: Step = {
  title: 'Alert recipient',
  async plan(setup) {
    if (await findChannel(setup)) return NO_CHANGES;
    const address = findAddress(setup);
    return oneChange(`send alerts to ${address ?? 'the first admin'}`, () => {
      if (address === undefined) throw new SetupError('No address for alerts. Add --alert-email ADDRESS.');
      return setup.google.call('POST', `${HOST}/projects/${setup.project}/notificationChannels`, {
        type: 'email',
        displayName: `Portal: ${address}`,
        labels: { email_address: address },
      });
    });
  },
};
