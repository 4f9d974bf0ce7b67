import { z } from 'zod';
import { NO_CHANGES, oneChange, type Setup, type Step } from './step.ts';

const HOST = 'firebasehosting.googleapis.com/v1beta1';

const SitesSchema = z.object({
  sites: z.array(z.object({ name: z.string(), type: z.string() })).default([]),
});

async function findSite({ google, project }: Setup): Promise<string | undefined> {
  const found = await google.read(SitesSchema, `${HOST}/projects/${project}/sites`);
  const name = found?.sites.find(({ type }) => type === 'DEFAULT_SITE')?.name;
  return name?.slice(name.lastIndexOf('/') + 1);
}

/** A deployment without a terminal fails if there is none (firebase-tools/lib/commands/deploy.js). */
export const hosting: Step = {
  title: 'Hosting',
  async plan(setup) {
    const { google, project } = setup;
    if (await findSite(setup)) return NO_CHANGES;
    return oneChange(`create the site ${project}.web.app`, () =>
      google.call('POST', `${HOST}/projects/${project}/sites?siteId=${project}`, {}),
    );
  },
};

/** Where staff may open the portal. */
export async function listDomains(setup: Setup): Promise<string[]> {
  const site = (await findSite(setup)) ?? setup.project;
  return [...new Set([`${setup.project}.firebaseapp.com`, `${site}.web.app`, ...setup.domains])];
}
