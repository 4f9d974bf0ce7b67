/** Alerts and budgets. */
import * as bodies from './bodies.ts';
import { createNumbered, list, P, patch, type Method } from './method.ts';

const MONITORING = `monitoring.googleapis.com/v3/projects/${P}`;
const BUDGETS = 'billingbudgets.googleapis.com/v1/billingAccounts/[0-9A-F-]+/budgets';

export const ALERTS_METHODS: readonly Method[] = [
  {
    verb: 'GET',
    pattern: `${MONITORING}/notificationChannels`,
    permission: 'monitoring.notificationChannels.list',
    query: ['filter'],
    handle: list('notificationChannels'),
  },
  {
    verb: 'POST',
    pattern: `${MONITORING}/notificationChannels`,
    permission: 'monitoring.notificationChannels.create',
    body: bodies.ChannelBody,
    handle: createNumbered,
  },
  {
    verb: 'GET',
    pattern: `${MONITORING}/alertPolicies`,
    permission: 'monitoring.alertPolicies.list',
    query: ['pageSize'],
    handle: list('alertPolicies'),
  },
  {
    verb: 'POST',
    pattern: `${MONITORING}/alertPolicies`,
    permission: 'monitoring.alertPolicies.create',
    body: bodies.AlertPolicyBody,
    handle: createNumbered,
  },
  {
    verb: 'PATCH',
    pattern: `${MONITORING}/alertPolicies/\\d+`,
    permission: 'monitoring.alertPolicies.update',
    body: bodies.AlertPolicyBody,
    handle: patch,
  },
  {
    verb: 'GET',
    pattern: BUDGETS,
    permission: 'billing.budgets.list',
    query: ['scope', 'pageSize'],
    handle: list('budgets'),
  },
  {
    verb: 'POST',
    pattern: BUDGETS,
    permission: 'billing.budgets.create',
    body: bodies.BudgetBody,
    handle: createNumbered,
  },
  {
    verb: 'PATCH',
    pattern: `${BUDGETS}/\\d+`,
    permission: 'billing.budgets.update',
    query: ['updateMask'],
    body: bodies.BudgetBody,
    handle: patch,
  },
];
