import { ToolNameSchema } from '@portal/contracts/batches';
import type { Spend } from '@portal/contracts/spend';
import type { Deps } from '../deps.ts';
import { readMonthlyLimit } from './budget.ts';
import { toDollars, type Micros } from './micros.ts';
import { readMonth } from './spend-store.ts';

/** What Auth tells in one call. */
const ACCOUNTS_A_CALL = 100;
const MOST_PEOPLE = 1000;

export async function describeSpend(deps: Deps, month: string): Promise<Spend> {
  const { firestore } = deps;
  const [{ spent, reserved, byTool, byPerson }, budget] = await Promise.all([
    readMonth(firestore, month),
    readMonthlyLimit(firestore),
  ]);
  const people = listDearest(byPerson).slice(0, MOST_PEOPLE);
  const emails = await findEmails(
    deps,
    people.map(([uid]) => uid),
  );
  return {
    month,
    dollars: toDollars(spent),
    reserved: toDollars(reserved),
    budget,
    byTool: listDearest(byTool).flatMap(([tool, cost]) => {
      const { data } = ToolNameSchema.safeParse(tool);
      return data ? { tool: data, dollars: cost } : [];
    }),
    byPerson: people.map(([uid, cost]) => ({ uid, email: emails.get(uid) ?? null, dollars: cost })),
  };
}

/** Without those whose calls cost nothing in the end. */
const listDearest = (amounts: Record<string, Micros>): [string, number][] =>
  Object.entries(amounts)
    .map(([name, amount]): [string, number] => [name, toDollars(amount)])
    .filter(([, dollars]) => dollars !== 0)
    .toSorted(([, one], [, other]) => other - one);

async function findEmails({ auth }: Deps, uids: readonly string[]): Promise<Map<string, string>> {
  const emails = new Map<string, string>();
  for (let start = 0; start < uids.length; start += ACCOUNTS_A_CALL) {
    const { users } = await auth.getUsers(uids.slice(start, start + ACCOUNTS_A_CALL).map((uid) => ({ uid })));
    for (const { uid, email } of users) if (email !== undefined) emails.set(uid, email);
  }
  return emails;
}
