import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSetup, KEYS } from './testing/create-setup.ts';

const SECRETS = [...KEYS.openai, KEYS.cloudinary.apiKey, KEYS.cloudinary.apiSecret];
const REPOSITORY = join(import.meta.dirname, '../..');
const PROJECT_POLICY = 'cloudresourcemanager.googleapis.com/v3/projects/test-portal';
const CONFIG = 'identitytoolkit.googleapis.com/v2/projects/test-portal/config';

describe('cloud:setup', () => {
  it('prints in a dry run what it would do, does nothing, then does that, once', async () => {
    const { google, world, dryRun, apply } = await createSetup();
    const planned = await dryRun();
    expect(google.writes()).toEqual([]);
    // An API that is off is not asked again and again.
    expect(google.log.length).toBeLessThan(80);

    const made = await apply();
    // A dry run does not ask who the admins are.
    expect(made.lines.map((line) => line.replace('ada@studio.com', 'the first admin'))).toEqual(
      planned.lines,
    );
    expect(made.changes).toBe(planned.changes);
    expect(made.lines).toContain('  + enable firestore.googleapis.com');
    expect(made.lines).toContain(
      '  + grant roles/storage.objectUser on gs://test-portal.firebasestorage.app to portal-api',
    );
    expect(world.secrets.get('PROVIDER_KEYS')).toHaveLength(1);
    expect(world.secrets.get('DELIVERY_ACCOUNTS')).toEqual(['{}']);

    const writes = google.writes().length;
    const again = await apply();
    expect(again).toMatchObject({ changes: 0, lines: [] });
    expect(google.writes()).toHaveLength(writes);
  });

  it.each([
    ['service account', 'iam.googleapis.com/v1/projects/test-portal/serviceAccounts'],
    ['policy', `${PROJECT_POLICY}:setIamPolicy`],
    ['secret', 'secretmanager.googleapis.com/v1/projects/test-portal/secrets/PROVIDER_KEYS:addVersion'],
    ['alert', 'monitoring.googleapis.com/v3/projects/test-portal/alertPolicies'],
  ])('continues after a failure: %s', async (_name, path) => {
    const { world, apply } = await createSetup();
    world.broken.add(path);
    await expect(apply()).rejects.toThrow(/: Internal error encountered\.$/);
    const rest = await apply();
    expect(rest.changes).toBeGreaterThan(0);
    await expect(apply()).resolves.toMatchObject({ changes: 0 });
  });

  it('says in one sentence which permission is missing', async () => {
    const { world, apply } = await createSetup();
    world.denied.add('iam.serviceAccounts.create');
    await expect(apply()).rejects.toThrow(
      'Service accounts: you lack iam.serviceAccounts.create. Ask an owner of test-portal for the role Owner, then run this ' +
        'command again: https://console.cloud.google.com/iam-admin/iam?project=test-portal',
    );
  });

  it('says how to sign in again', async () => {
    const { world, dryRun } = await createSetup();
    world.token = 'a newer one';
    await expect(dryRun()).rejects.toThrow('Sign in again: npm run firebase -- login --reauth');
  });

  it('leaves the budget to somebody who may create it', async () => {
    const { world, apply } = await createSetup();
    world.denied.add('billing.budgets.list');
    const { manualSteps, lines } = await apply();
    expect(manualSteps.join('\n')).toContain('Billing Account Costs Manager');
    expect(lines).toContain('Alerts');
  });

  it('says where to choose a billing account', async () => {
    const { world, apply } = await createSetup();
    world.hasBilling = false;
    await expect(apply()).rejects.toThrow(
      'https://console.firebase.google.com/project/test-portal/usage/details',
    );
  });

  it('never prints a key', async () => {
    const { world, google, root, apply } = await createSetup();
    world.broken.add('secretmanager.googleapis.com/v1/projects/test-portal/secrets/PROVIDER_KEYS:addVersion');
    const failed = await apply().catch(String);
    const { lines, manualSteps } = await apply();
    const settings = readFileSync(join(root, 'functions/.env.test-portal'), 'utf8');
    const elsewhere = google.log.filter(({ path }) => !path.endsWith(':addVersion'));
    const seen = JSON.stringify([failed, lines, manualSteps, settings, elsewhere]);
    for (const key of SECRETS) expect(seen).not.toContain(key);
    expect(JSON.parse(world.secrets.get('PROVIDER_KEYS')?.[0] ?? '')).toEqual({
      ...KEYS,
      google: [],
      stability: [],
      xai: [],
    });
  });

  it('asks for keys without showing them', async () => {
    const { world, root, apply } = await createSetup();
    writeFileSync(
      join(root, 'functions/.env.test-portal'),
      'COMPANY_DOMAIN=studio.com\nFIRST_ADMINS=ada@studio.com\nEXTERNAL_EMAILS=partner@agency.com,bo@retouch.com\n',
    );
    const shown: string[] = [];
    await apply({
      providerKeysFile: undefined,
      ask: (question, { isHidden = false } = {}) => {
        if (!isHidden) shown.push(question);
        return Promise.resolve(question.startsWith('xAI') ? '' : ' key-1, key-2');
      },
    });
    expect(shown).toEqual(['Cloudinary cloud name: ']);
    expect(JSON.parse(world.secrets.get('PROVIDER_KEYS')?.[0] ?? '')).toMatchObject({
      openai: ['key-1', 'key-2'],
      xai: [],
    });
  });

  it('asks again for external emails that are not two', async () => {
    const { root, apply } = await createSetup();
    writeFileSync(
      join(root, 'functions/.env.test-portal'),
      'COMPANY_DOMAIN=studio.com\nFIRST_ADMINS=ada@studio.com\n',
    );
    const answers = ['partner@agency.com', 'a@b.com,c@d.com,e@f.com', 'partner@agency.com,bo@retouch.com'];
    await apply({ ask: () => Promise.resolve(answers.shift() ?? '') });
    expect(answers).toEqual([]);
    expect(readFileSync(join(root, 'functions/.env.test-portal'), 'utf8')).toContain(
      '\nEXTERNAL_EMAILS=partner@agency.com,bo@retouch.com\n',
    );
  });

  it('names the fields of an invalid key file, not what is in them', async () => {
    const { keysFile, apply } = await createSetup();
    writeFileSync(keysFile, JSON.stringify({ ...KEYS, openai: 'sk-first-secret' }));
    await expect(apply()).rejects.toThrow(`${keysFile} is invalid: openai. See docs/operations/settings.md.`);
  });

  it('needs a terminal for what it cannot know', async () => {
    const { apply } = await createSetup();
    await expect(apply({ ask: undefined })).rejects.toThrow(
      'Set COMPANY_DOMAIN in functions/.env.test-portal, or run this command in a terminal.',
    );
  });

  it('restores what differs, and keeps what others have added', async () => {
    const { world, google, apply } = await createSetup();
    await apply();
    const [, alert = {}] = [...world.resources].find(([path]) => path.includes('/alertPolicies/')) ?? [];
    alert['enabled'] = false;
    const policy = world.readPolicy(PROJECT_POLICY);
    const others = [
      { role: 'roles/owner', members: ['user:ada@studio.com'] },
      { role: 'roles/run.invoker', members: ['user:bob@studio.com'], condition: { expression: 'false' } },
    ];
    policy.bindings = [...others, ...policy.bindings.filter(({ role }) => role !== 'roles/run.invoker')];
    world.isContended = true;

    const { lines } = await apply();
    expect(lines).toEqual([
      'Roles on the project',
      '  + grant roles/run.invoker on the project to portal-maintenance',
      'Alerts',
      '  + change the alert "Portal: tasks wait"',
    ]);
    const { bindings } = world.readPolicy(PROJECT_POLICY);
    expect(bindings).toEqual(expect.arrayContaining(others));
    expect(bindings.filter(({ role }) => role === 'roles/run.invoker')).toHaveLength(2);
    expect(google.writes().at(-1)?.path).toMatch(/alertPolicies\/\d+$/);
  });

  it('allows sign-in on all domains once Authentication is on', async () => {
    const { world, apply } = await createSetup();
    const before = await apply();
    expect(before.manualSteps.join('\n')).toContain('/project/test-portal/authentication/providers');
    world.resources.set(CONFIG, { authorizedDomains: ['localhost', 'test-portal.firebaseapp.com'] });
    world.resources.set(CONFIG.replace('config', 'defaultSupportedIdpConfigs/google.com'), { enabled: true });

    const { lines, manualSteps } = await apply({
      domains: ['portal.studio.com'],
      github: undefined,
    });
    expect(lines).toEqual([
      'Sign-in',
      '  + allow sign-in on test-portal.web.app',
      '  + allow sign-in on portal.studio.com',
    ]);
    expect(manualSteps).toEqual([]);
    expect(world.find(CONFIG)['authorizedDomains']).toEqual([
      'localhost',
      'test-portal.firebaseapp.com',
      'test-portal.web.app',
      'portal.studio.com',
    ]);
  });

  it('warns that GitHub deploys with an account that may edit the project', async () => {
    const { world, apply } = await createSetup();
    await apply();
    const members = ['serviceAccount:123456789-compute@developer.gserviceaccount.com'];
    world.readPolicy(PROJECT_POLICY).bindings.push({ role: 'roles/editor', members });
    expect((await apply()).manualSteps.join('\n')).toContain(
      'If nothing else needs the role Editor, remove it',
    );
    expect((await apply({ github: undefined })).manualSteps.join('\n')).not.toContain('Editor');
  });

  it('puts everything into one region', async () => {
    const { world, root, apply } = await createSetup();
    await apply({ region: 'europe-west1' });
    expect(world.find('firestore.googleapis.com/v1/projects/test-portal/databases/(default)')).toMatchObject({
      locationId: 'europe-west1',
    });
    expect(
      world.find('firebasestorage.googleapis.com/v1beta/projects/test-portal/defaultBucket'),
    ).toMatchObject({
      location: 'europe-west1',
    });
    await expect(apply({ region: 'us-central1' })).rejects.toThrow(
      'The database is in europe-west1. Add --region europe-west1',
    );
    const settings = readFileSync(join(root, 'functions/.env.test-portal'), 'utf8');
    expect(settings).toContain('\nWEB_API_KEY=web-api-key\n');
    expect(settings).toContain('\nREGION=europe-west1\n');
    expect(settings).toContain('\nFIRST_ADMINS=ada@studio.com, bob@studio.com\n');
  });

  it('gives no account of the portal a right over the project', async () => {
    const { world, apply } = await createSetup();
    await apply({ github: undefined });
    const roles = world.readPolicy(PROJECT_POLICY).bindings.map(({ role }) => role);
    expect(roles).not.toContain('roles/editor');
    expect(roles.filter((role) => /admin$/i.test(role))).toEqual(['roles/firebaseauth.admin']);
    expect([...world.resources.keys()].filter((path) => path.includes('portal-deployer'))).toEqual([]);
  });

  it('lets one repository deploy, from one environment', async () => {
    const { world, google, apply } = await createSetup();
    const { manualSteps } = await apply();
    const workflow = readFileSync(join(REPOSITORY, '.github/workflows/deploy-environment.yml'), 'utf8');
    const guard = workflow.indexOf('git merge-base --is-ancestor HEAD origin/main');
    expect(guard).toBeGreaterThan(0);
    expect(workflow.search(/secrets\.|google-github-actions\/auth/)).toBeGreaterThan(guard);
    const used = new Set([...workflow.matchAll(/\b(?:vars|secrets)\.(\w+)/g)].map(([, name]) => name));
    expect(new Set(manualSteps.at(-1)?.match(/\b[A-Z_]{5,}\b/g))).toEqual(used);
    const pool = 'projects/123456789/locations/global/workloadIdentityPools/github';
    expect(world.find(`iam.googleapis.com/v1/${pool}/providers/github`)).toMatchObject({
      attributeCondition: "assertion.repository == 'studio/portal' && assertion.environment == 'production'",
    });
    const deployer = 'portal-deployer@test-portal.iam.gserviceaccount.com';
    expect(
      world.readPolicy(`iam.googleapis.com/v1/projects/test-portal/serviceAccounts/${deployer}`).bindings,
    ).toEqual([
      {
        role: 'roles/iam.workloadIdentityUser',
        members: [`principalSet://iam.googleapis.com/${pool}/attribute.repository/studio/portal`],
      },
    ]);

    const staging = await apply({ github: { repository: 'studio/portal', environment: 'staging' } });
    expect(staging.lines.at(-1)).toBe('  + trust jobs of studio/portal in the environment "staging"');
    expect(google.writes().at(-1)).toMatchObject({ method: 'PATCH' });
  });
});
