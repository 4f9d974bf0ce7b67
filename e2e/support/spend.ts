/** The month's spend, from the admin API. */
import { getSpend, type Spend } from '@portal/contracts/spend';
import { signInAdmin, type Account } from './accounts.ts';
import { callApi } from './api.ts';

export const spendPathOf = (month: string) => getSpend.path.replace('{month}', month);

export async function readSpend(month = new Date().toISOString().slice(0, 7)): Promise<Spend> {
  const { body } = await callApi('GET', spendPathOf(month), { as: await signInAdmin() });
  return getSpend.response.parse(body);
}

/** One person's spend this month. */
export async function readSpendOf({ uid }: Account): Promise<number> {
  return (await readSpend()).byPerson.find((person) => person.uid === uid)?.dollars ?? 0;
}
