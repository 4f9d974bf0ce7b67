/**
 * Roles on the project: those that no smaller resource can have. docs/operations/deploy.md says what each of them is for.
 * `firebase deploy` adds those on queues and Cloud Run services, from the `invoker` of each task function.
 * What a role contains: https://cloud.google.com/iam/docs/roles-permissions
 */
import { z } from 'zod';
import { buildAccountOf, emailOf, listAccounts, type Account } from './accounts.ts';
import {
  planGrants,
  POLICY_VERSION,
  PolicySchema,
  serviceAccountMember,
  type Grant,
  type Policy,
} from './iam-policy.ts';
import type { Change, Setup, Step } from './step.ts';

const HOST = 'cloudresourcemanager.googleapis.com/v3';

const ROLES: Record<Account, readonly string[]> = {
  'portal-api': ['roles/datastore.user', 'roles/firebaseauth.admin', 'roles/cloudtasks.viewer'],
  'portal-workers': ['roles/datastore.user'],
  // The last two are for its Storage trigger. https://cloud.google.com/eventarc/docs/roles-permissions
  'portal-maintenance': ['roles/datastore.user', 'roles/eventarc.eventReceiver', 'roles/run.invoker'],
  // What firebase-tools calls in a deployment, and cloud:check after it.
  'portal-deployer': [
    'roles/cloudfunctions.admin',
    'roles/cloudscheduler.admin',
    'roles/cloudtasks.queueAdmin',
    // `cloud:check` reads the attempts of its tasks.
    'roles/cloudtasks.viewer',
    'roles/datastore.indexAdmin',
    'roles/datastore.user',
    'roles/firebaseauth.viewer',
    'roles/firebasehosting.admin',
    'roles/firebaserules.admin',
    'roles/firebasestorage.viewer',
    'roles/run.admin',
    'roles/serviceusage.serviceUsageConsumer',
  ],
};

const listGrants = (setup: Setup): Grant[] =>
  listAccounts(setup).flatMap((account) =>
    ROLES[account].map((role) => ({ role, member: serviceAccountMember(emailOf(setup, account)) })),
  );

const projectPolicy = ({ google, project }: Setup) => ({
  name: 'the project',
  read: () =>
    google.read(PolicySchema, `${HOST}/projects/${project}:getIamPolicy`, {
      options: { requestedPolicyVersion: POLICY_VERSION },
    }),
  write: (policy: Policy) => google.call('POST', `${HOST}/projects/${project}:setIamPolicy`, { policy }),
});

export const projectRoles: Step = {
  title: 'Roles on the project',
  async plan(setup) {
    const build = {
      role: 'roles/cloudbuild.builds.builder',
      member: serviceAccountMember(buildAccountOf(setup)),
    };
    const policy = projectPolicy(setup);
    const plan = await planGrants(policy, [...listGrants(setup), build]);
    const isEditor = (await policy.read())?.bindings.some(
      ({ role, members }) => role === 'roles/editor' && members.includes(build.member),
    );
    return { ...plan, manualSteps: setup.github && isEditor ? [describeEditor(setup)] : [] };
  },
};

/** portal-deployer may act as this account. https://cloud.google.com/compute/docs/access/service-accounts#default_service_account */
const describeEditor = (setup: Setup) =>
  `${buildAccountOf(setup)} may edit the whole project, and GitHub deploys with it. If nothing else needs the role Editor, remove it: ` +
  `https://console.cloud.google.com/iam-admin/iam?project=${setup.project}`;

interface Agent {
  role: string;
  email: string;
  /** Makes sure that it exists. */
  make?: () => Promise<unknown>;
}

/** Accounts of Google's own services. */
const listAgents = ({ google, project, projectNumber }: Setup): Agent[] => [
  {
    // Large uploads: storage.rules look up Firestore documents. The account comes with the bucket.
    // https://firebase.google.com/docs/storage/security/rules-conditions#enhance_with_firestore
    role: 'roles/firebaserules.firestoreServiceAgent',
    email: `service-${projectNumber}@gcp-sa-firebasestorage.iam.gserviceaccount.com`,
  },
  {
    // Events of new files. https://cloud.google.com/eventarc/docs/roles-permissions
    role: 'roles/pubsub.publisher',
    email: `service-${projectNumber}@gs-project-accounts.iam.gserviceaccount.com`,
    // https://cloud.google.com/storage/docs/json_api/v1/projects/serviceAccount/get
    make: () =>
      google.read(z.object({}), `storage.googleapis.com/storage/v1/projects/${project}/serviceAccount`),
  },
  {
    // The first deployment would have to wait for it.
    role: 'roles/eventarc.serviceAgent',
    email: `service-${projectNumber}@gcp-sa-eventarc.iam.gserviceaccount.com`,
    make: () =>
      google.run(
        'POST',
        `serviceusage.googleapis.com/v1beta1/projects/${project}/services/eventarc.googleapis.com:generateServiceIdentity`,
        {},
      ),
  },
];

export const serviceAgents: Step = {
  title: "Google's own accounts",
  async plan(setup) {
    const changes: Change[] = [];
    for (const { role, email, make } of listAgents(setup)) {
      const plan = await planGrants(projectPolicy(setup), [{ role, member: serviceAccountMember(email) }]);
      for (const { lines, apply } of plan.changes) {
        changes.push({ lines, apply: () => Promise.resolve(make?.()).then(apply) });
      }
    }
    return { changes };
  },
};
