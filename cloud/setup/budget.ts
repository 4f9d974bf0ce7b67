/** Warns about the bill of Google Cloud. What providers charge is limited by the portal itself (`MONTHLY_BUDGET_USD`). */
import { z } from 'zod';
import { differs } from './differs.ts';
import { GoogleError } from '../google-api.ts';
import { findChannel } from './notification-channel.ts';
import { readBilling } from './project.ts';
import { NO_CHANGES, oneChange, type Step } from './step.ts';

const HOST = 'billingbudgets.googleapis.com/v1';
const DEFAULT_AMOUNT = 100;
const THRESHOLDS = [
  { thresholdPercent: 0.5, spendBasis: 'CURRENT_SPEND' },
  { thresholdPercent: 0.9, spendBasis: 'CURRENT_SPEND' },
  { thresholdPercent: 1, spendBasis: 'CURRENT_SPEND' },
  { thresholdPercent: 1, spendBasis: 'FORECASTED_SPEND' },
];

const BudgetSchema = z.looseObject({
  name: z.string(),
  displayName: z.string().default(''),
  amount: z.object({ specifiedAmount: z.object({ units: z.string().default('0') }).optional() }),
});
const BudgetsSchema = z.object({ budgets: z.array(BudgetSchema).default([]) });

const isForbidden = (error: unknown) => error instanceof GoogleError && error.code === 403;

/** An owner of the project need not be one of the billing account. */
const explainBudgetAlert = (project: string) =>
  `Create a budget alert, or ask for the role Billing Account Costs Manager: ` +
  `https://console.cloud.google.com/billing/linkedaccount?project=${project}`;

export const budget: Step = {
  title: 'Budget alert',
  async plan(setup) {
    const { google, project, projectNumber } = setup;
    const account = (await readBilling(setup))?.billingAccountName ?? 'billingAccounts/-';
    const channel = (await findChannel(setup)) ?? '(new)';
    const displayName = `Portal ${project}`;
    const scope = encodeURIComponent(`projects/${projectNumber}`);
    const found = await google
      .read(BudgetsSchema, `${HOST}/${account}/budgets?scope=${scope}&pageSize=1000`)
      .catch((error: unknown) => (isForbidden(error) ? 'forbidden' : Promise.reject(error)));
    if (found === 'forbidden') return { changes: [], manualSteps: [explainBudgetAlert(project)] };
    const existing = found?.budgets.find((candidate) => candidate.displayName === displayName);
    const units = String(setup.budget ?? existing?.amount.specifiedAmount?.units ?? DEFAULT_AMOUNT);
    const wanted = {
      displayName,
      budgetFilter: { projects: [`projects/${projectNumber}`], calendarPeriod: 'MONTH' },
      // Without a currency: that of the billing account.
      amount: { specifiedAmount: { units } },
      thresholdRules: THRESHOLDS,
      notificationsRule: { monitoringNotificationChannels: [channel] },
    };
    if (!existing) {
      return oneChange(`warn at 50%, 90% and 100% of ${units} a month`, () =>
        google.call('POST', `${HOST}/${account}/budgets`, wanted),
      );
    }
    if (!differs(wanted, existing)) return NO_CHANGES;
    return oneChange(`change the budget to ${units} a month`, () =>
      google.call('PATCH', `${HOST}/${existing.name}?updateMask=${Object.keys(wanted).join(',')}`, wanted),
    );
  },
};
