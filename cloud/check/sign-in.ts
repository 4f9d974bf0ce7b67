import { PublicSettingsSchema, type PublicSettings } from '@portal/contracts/settings';
import { z } from 'zod';
import { readResponse } from '../google-api.ts';
import { deployCommand } from './commands.ts';
import { failed, passed, type Row } from './report.ts';
import type { Target } from './target.ts';

const TIMEOUT_MS = 20_000;
const ProjectConfigSchema = z.object({ authorizedDomains: z.array(z.string()).default([]) });
const ProviderSchema = z.object({ enabled: z.boolean().default(false) });

export async function fetchPublicSettings({ url }: Target): Promise<PublicSettings> {
  const answer = await fetch(`${url}/api/settings`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return PublicSettingsSchema.parse(await readResponse(answer));
}

/** What the web app needs before anyone can sign in. */
export function checkSettings({ url, project }: Target, settings: PublicSettings): Row[] {
  const { firebase, authEmulatorUrl } = settings;
  const problems = [
    ...(firebase.projectId === project ? [] : [`the portal belongs to the project ${firebase.projectId}`]),
    ...(authEmulatorUrl === undefined && firebase.apiKey === 'local' ? ['WEB_API_KEY is missing'] : []),
    ...(authEmulatorUrl !== undefined && url.startsWith('https:') ? ['it uses the Auth emulator'] : []),
    ...(settings.companyDomain === 'studio.example' && authEmulatorUrl === undefined
      ? ['COMPANY_DOMAIN is missing']
      : []),
  ];
  return [
    problems.length === 0
      ? passed('sign-in: settings', `project ${firebase.projectId}, bucket ${firebase.storageBucket}`)
      : failed(
          'sign-in: settings',
          problems.join('; '),
          `Correct functions/.env.${project}. ${deployCommand(project, 'functions')}`,
        ),
  ];
}

/** As the web SDK asks before it opens the sign-in window: `_getProjectConfig` of @firebase/auth. */
export async function checkDomain(
  { url, project, urls }: Target,
  { firebase }: PublicSettings,
): Promise<Row[]> {
  const answer = await fetch(`${urls.identity}/v1/projects?key=${encodeURIComponent(firebase.apiKey)}`, {
    headers: { referer: `${url}/` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { authorizedDomains } = ProjectConfigSchema.parse(await readResponse(answer));
  const { hostname } = new URL(url);
  // A subdomain of an authorized domain is authorized too.
  const isAuthorized = authorizedDomains.some(
    (domain) => hostname === domain || hostname.endsWith(`.${domain}`),
  );
  return [
    isAuthorized
      ? passed('sign-in: domain', `${hostname} is authorized`)
      : failed(
          'sign-in: domain',
          `${hostname} is not one of ${authorizedDomains.join(', ')}`,
          `Add it at https://console.firebase.google.com/project/${project}/authentication/settings.`,
        ),
  ];
}

/** https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects.defaultSupportedIdpConfigs/get */
export async function checkProvider({ google, project, urls }: Target): Promise<Row[]> {
  const name = `projects/${project}/defaultSupportedIdpConfigs/google.com`;
  const { enabled } = await google.call(ProviderSchema, 'GET', `${urls.identityAdmin}/admin/v2/${name}`);
  return [
    enabled
      ? passed('sign-in: Google', 'enabled')
      : failed(
          'sign-in: Google',
          'disabled',
          `Enable Google at https://console.firebase.google.com/project/${project}/authentication/providers.`,
        ),
  ];
}
