import { randomUUID } from 'node:crypto';
import { TICKETS } from '@portal/contracts/self-check';
import { Timestamp } from 'firebase-admin/firestore';
import { expect, it } from 'vitest';
import { startFirestore } from '../providers/testing/start-firestore.ts';
import { claimTicket } from './claim-ticket.ts';

const firestore = await startFirestore();
const REFUSED = { code: 'unauthenticated', userMessage: 'Please log in to continue.' };

async function makeTicket(fields: object = {}): Promise<string> {
  const id = randomUUID();
  await firestore.doc(`${TICKETS}/${id}`).set({ expiresAt: later(60_000), ...fields });
  return id;
}

const later = (ms: number) => Timestamp.fromMillis(Date.now() + ms);
const claim = (authorization: string | undefined) => claimTicket(firestore, authorization);

it('accepts a ticket once, also of two claims at once', async () => {
  const id = await makeTicket();
  const claims = await Promise.allSettled([claim(`Ticket ${id}`), claim(`Ticket ${id}`)]);
  expect(claims.filter(({ status }) => status === 'fulfilled')).toMatchObject([{ value: id }]);
  await expect(claim(`Ticket ${id}`)).rejects.toMatchObject(REFUSED);
});

it('refuses a ticket that is unknown, expired or damaged', async () => {
  const expired = await makeTicket({ expiresAt: later(-1000) });
  const damaged = await makeTicket({ expiresAt: 'soon' });
  for (const id of [randomUUID(), expired, damaged]) {
    await expect(claim(`Ticket ${id}`), id).rejects.toMatchObject(REFUSED);
  }
});

it('refuses a header that is not a ticket', async () => {
  const id = await makeTicket();
  for (const header of [undefined, '', id, `Bearer ${id}`, `Ticket ${id} `, `Ticket ${id.toUpperCase()}`]) {
    await expect(claim(header), header).rejects.toMatchObject(REFUSED);
  }
  expect(await claim(`Ticket ${id}`)).toBe(id);
});
