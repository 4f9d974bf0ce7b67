/** The project, its APIs and its accounts. */
import { z } from 'zod';
import * as bodies from './bodies.ts';
import {
  createNumbered,
  list,
  P,
  patch,
  read,
  readPolicy,
  startCreate,
  VERSION,
  writePolicy,
  type Method,
} from './method.ts';
import { Refusal } from './world.ts';

const IAM = `iam.googleapis.com/v1/projects/${P}`;
const ACCOUNT = `${IAM}/serviceAccounts/[^/:]+`;
const POOLS = `${IAM}/locations/global/workloadIdentityPools`;
const HOSTING = `firebasehosting.googleapis.com/v1beta1/projects/${P}`;
const FIREBASE = 'firebase.googleapis.com/v1beta1';
const PROJECT = `cloudresourcemanager.googleapis.com/v3/projects/${P}`;

export const PROJECT_METHODS: readonly Method[] = [
  {
    verb: 'GET',
    pattern: `serviceusage.googleapis.com/v1/projects/${P}/services:batchGet`,
    permission: 'serviceusage.services.get',
    query: ['names'],
    handle: ({ world, query }) => {
      const names = query.getAll('names');
      if (names.length > 30) throw new Refusal(400, 'At most 30 services.');
      return {
        services: names.map((name) => ({
          name: name.replace(/projects\/[^/]+/, `projects/${world.number}`),
          parent: `projects/${world.number}`,
          state: world.apis.has(name.slice(name.lastIndexOf('/') + 1)) ? 'ENABLED' : 'DISABLED',
        })),
      };
    },
  },
  {
    verb: 'POST',
    pattern: `serviceusage.googleapis.com/v1/projects/${P}/services:batchEnable`,
    permission: 'serviceusage.services.enable',
    body: bodies.EnableBody,
    handle: ({ world, body }) => {
      const { serviceIds } = bodies.EnableBody.parse(body);
      if (!world.hasBilling) world.enable(serviceIds);
      return world.startOperation('', () => world.enable(serviceIds));
    },
  },
  {
    verb: 'POST',
    pattern: String.raw`serviceusage.googleapis.com/v1beta1/projects/${P}/services/eventarc.googleapis.com:generateServiceIdentity`,
    // https://github.com/firebase/firebase-tools/issues/11070
    permission: 'none',
    handle: ({ world }) =>
      world.startOperation('', () =>
        world.addAccount(`service-${world.number}@gcp-sa-eventarc.iam.gserviceaccount.com`),
      ),
  },
  {
    verb: 'GET',
    pattern: `cloudbilling.googleapis.com/v1/projects/${P}/billingInfo`,
    permission: 'resourcemanager.projects.get',
    handle: ({ world }) =>
      world.hasBilling
        ? { billingAccountName: 'billingAccounts/012345-6789AB-CDEF01', billingEnabled: true }
        : {},
  },
  { verb: 'GET', pattern: `${FIREBASE}/projects/${P}`, permission: 'firebase.projects.get', handle: read },
  {
    verb: 'POST',
    pattern: `(?<parent>${FIREBASE}/projects/${P}):addFirebase`,
    permission: 'firebase.projects.update',
    handle: ({ world, groups }) => world.startOperation('', () => world.create(groups['parent'] ?? '', {})),
  },
  {
    verb: 'GET',
    pattern: `(?<parent>${FIREBASE}/projects/${P})/webApps`,
    permission: 'firebase.clients.list',
    handle: (call) => list('apps')(call),
  },
  {
    verb: 'POST',
    pattern: `(?<parent>${FIREBASE}/projects/${P})/webApps`,
    permission: 'firebase.clients.create',
    body: bodies.WebAppBody,
    handle: (call) => {
      call.world.find(call.groups['parent'] ?? '');
      return call.world.startOperation('', () => createNumbered(call));
    },
  },
  {
    verb: 'GET',
    pattern: `${HOSTING}/sites`,
    permission: 'firebasehosting.sites.list',
    handle: list('sites'),
  },
  {
    verb: 'POST',
    pattern: `${HOSTING}/sites`,
    permission: 'firebasehosting.sites.create',
    query: ['siteId'],
    body: z.strictObject({}),
    handle: ({ world, path, query }) => {
      world.find(`${FIREBASE}/projects/${world.project}`);
      const siteId = z.string().parse(query.get('siteId'));
      const name = `projects/${world.project}/sites/${siteId}`;
      return world.create(`${path}/${siteId}`, {
        name,
        type: siteId === world.project ? 'DEFAULT_SITE' : 'USER_SITE',
      });
    },
  },
  {
    verb: 'GET',
    pattern: `(?<app>${FIREBASE}/projects/${P}/webApps/\\d+)/config`,
    permission: 'firebase.clients.get',
    handle: ({ world, groups }) => ({ ...world.find(groups['app'] ?? ''), apiKey: 'web-api-key' }),
  },
  { verb: 'GET', pattern: ACCOUNT, permission: 'iam.serviceAccounts.get', handle: read },
  {
    verb: 'POST',
    pattern: `${IAM}/serviceAccounts`,
    permission: 'iam.serviceAccounts.create',
    body: bodies.ServiceAccountBody,
    handle: ({ world, path, body }) => {
      const { accountId, serviceAccount } = bodies.ServiceAccountBody.parse(body);
      const email = `${accountId}@${world.project}.iam.gserviceaccount.com`;
      const created = world.create(`${path}/${email}`, { ...serviceAccount, email });
      world.addAccount(email);
      return created;
    },
  },
  {
    verb: 'POST',
    pattern: `(?<account>${ACCOUNT}):getIamPolicy`,
    permission: 'iam.serviceAccounts.getIamPolicy',
    query: VERSION,
    handle: readPolicy,
  },
  {
    verb: 'POST',
    pattern: `${ACCOUNT}:setIamPolicy`,
    permission: 'iam.serviceAccounts.setIamPolicy',
    body: bodies.SetPolicyBody,
    handle: writePolicy,
  },
  {
    verb: 'POST',
    pattern: `${PROJECT}:getIamPolicy`,
    permission: 'resourcemanager.projects.getIamPolicy',
    body: z.strictObject({ options: z.strictObject({ requestedPolicyVersion: z.literal(3) }) }),
    handle: ({ world, path }) => world.readPolicy(path.replace(':getIamPolicy', '')),
  },
  {
    verb: 'POST',
    pattern: `${PROJECT}:setIamPolicy`,
    permission: 'resourcemanager.projects.setIamPolicy',
    body: bodies.SetPolicyBody,
    handle: writePolicy,
  },
  { verb: 'GET', pattern: `${POOLS}/github`, permission: 'iam.workloadIdentityPools.get', handle: read },
  {
    verb: 'POST',
    pattern: POOLS,
    permission: 'iam.workloadIdentityPools.create',
    query: ['workloadIdentityPoolId'],
    body: bodies.PoolBody,
    handle: startCreate(
      'workloadIdentityPoolId',
      'projects/123456789/locations/global/workloadIdentityPools/github/',
    ),
  },
  {
    verb: 'GET',
    pattern: `${POOLS}/github/providers/github`,
    permission: 'iam.workloadIdentityPoolProviders.get',
    handle: read,
  },
  {
    verb: 'POST',
    pattern: `(?<pool>${POOLS}/github)/providers`,
    permission: 'iam.workloadIdentityPoolProviders.create',
    query: ['workloadIdentityPoolProviderId'],
    body: bodies.ProviderBody,
    handle: (call) => {
      call.world.find(call.groups['pool'] ?? '');
      return startCreate('workloadIdentityPoolProviderId', 'projects/123456789/locations/global/')(call);
    },
  },
  {
    verb: 'PATCH',
    pattern: `${POOLS}/github/providers/github`,
    permission: 'iam.workloadIdentityPoolProviders.update',
    query: ['updateMask'],
    body: bodies.ProviderBody,
    handle: (call) => {
      call.world.find(call.path);
      return call.world.startOperation('projects/123456789/locations/global/', () => patch(call));
    },
  },
];
