import { ToolNameSchema } from '@portal/contracts/batches';
import type { Spend } from '@portal/contracts/spend';
import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import { readMonthlyLimit } from './budget.ts';
import { NO_MICROS, sumMicros, toDollars, type Micros } from './micros.ts';
import { readMonth } from './spend-store.ts';

/** Limit of the Auth API. */
const ACCOUNTS_PER_CALL = 100;
const MAX_PEOPLE = 1000;

export async function describeSpend(
  { auth, firestore }: { auth: Auth; firestore: Firestore },
  month: string,
): Promise<Spend> {
  const [{ spent, reserved, saved, byTool, byPerson, byDay, overestimateByTool }, budget] = await Promise.all(
    [readMonth(firestore, month), readMonthlyLimit(firestore)],
  );
  const estimate = (tool: string): number =>
    toDollars(sumMicros(byTool[tool] ?? NO_MICROS, overestimateByTool[tool] ?? NO_MICROS));
  const people = listByCost(byPerson).slice(0, MAX_PEOPLE);
  const emails = await findEmails(
    auth,
    people.map(([uid]) => uid),
  );
  return {
    month,
    dollars: toDollars(spent),
    reserved: toDollars(reserved),
    saved: toDollars(saved),
    budget,
    byTool: listByCost(byTool).flatMap(([tool, cost]) => {
      const { data } = ToolNameSchema.safeParse(tool);
      return data ? { tool: data, dollars: cost, estimated: estimate(tool) } : [];
    }),
    byPerson: people.map(([uid, cost]) => ({ uid, email: emails.get(uid) ?? null, dollars: cost })),
    byDay: listByCost(byDay)
      .map(([day, cost]) => ({ day: `${month}-${day}`, dollars: cost }))
      .toSorted((one, other) => one.day.localeCompare(other.day)),
  };
}

/** Highest first, without those that cost nothing. */
const listByCost = (amounts: Record<string, Micros>): [string, number][] =>
  Object.entries(amounts)
    .map(([name, amount]): [string, number] => [name, toDollars(amount)])
    .filter(([, dollars]) => dollars !== 0)
    .toSorted(([, one], [, other]) => other - one);

async function findEmails(auth: Auth, uids: readonly string[]): Promise<Map<string, string>> {
  const emails = new Map<string, string>();
  for (let start = 0; start < uids.length; start += ACCOUNTS_PER_CALL) {
    const { users } = await auth.getUsers(
      uids.slice(start, start + ACCOUNTS_PER_CALL).map((uid) => ({ uid })),
    );
    for (const { uid, email } of users) if (email !== undefined) emails.set(uid, email);
  }
  return emails;
}
