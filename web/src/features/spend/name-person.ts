import type { Spend } from '@portal/contracts/spend';

export const namePerson = ({ email }: Pick<Spend['byPerson'][number], 'email'>): string =>
  email ?? 'Deleted account';
