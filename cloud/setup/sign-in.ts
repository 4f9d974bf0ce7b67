import { z } from 'zod';
import { listDomains } from './hosting.ts';
import type { Step } from './step.ts';

const HOST = 'identitytoolkit.googleapis.com/v2';

const ConfigSchema = z.object({ authorizedDomains: z.array(z.string()).default([]) });
const ProviderSchema = z.object({ enabled: z.boolean().default(false) });

/** No API creates the OAuth client that sign-in with Google needs; the console does so by itself. */
export const signIn: Step = {
  title: 'Sign-in',
  async plan(setup) {
    const { google, project } = setup;
    const domains = await listDomains(setup);
    const path = `${HOST}/projects/${project}`;
    const config = await google.read(ConfigSchema, `${path}/config`);
    const provider = await google.read(ProviderSchema, `${path}/defaultSupportedIdpConfigs/google.com`);
    const missing = domains.filter((domain) => !config?.authorizedDomains.includes(domain));
    const authorizedDomains = [...(config?.authorizedDomains ?? []), ...missing];
    const console = `https://console.firebase.google.com/project/${project}/authentication`;
    return {
      changes:
        config && missing.length > 0
          ? [
              {
                lines: missing.map((domain) => `allow sign-in on ${domain}`),
                apply: () =>
                  google.call('PATCH', `${path}/config?updateMask=authorizedDomains`, { authorizedDomains }),
              },
            ]
          : [],
      manualSteps: [
        ...(provider?.enabled
          ? []
          : [
              `Turn on sign-in with Google (Get started, Google, Enable, Save): ${console}/providers`,
              `Add ${domains.map((domain) => `https://${domain}/__/auth/handler`).join(' and ')} to the authorized redirect URIs ` +
                `of "Web client (auto created by Google Service)": https://console.cloud.google.com/apis/credentials?project=${project}`,
            ]),
        ...(config
          ? []
          : [
              `Then run this command again with --apply --no-deploy. It allows sign-in on ${domains.join(' and ')}.`,
            ]),
      ],
    };
  },
};
