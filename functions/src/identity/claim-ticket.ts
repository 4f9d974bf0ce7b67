import { TICKETS } from '@portal/contracts/self-check';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { AppError } from '../platform/app-error.ts';
import { TimestampSchema } from '../platform/timestamp-schema.ts';

const TICKET = /^Ticket ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
const TicketSchema = z.object({ expiresAt: TimestampSchema, claimedAt: z.never().optional() });

/**
 * Returns the id of an unused ticket, and marks it as used. Operators have no account of the portal: the right to write to
 * Firestore, which IAM grants and the rules deny to everyone else, is theirs. See docs/decisions/021.
 */
export async function claimTicket(firestore: Firestore, authorization: string | undefined): Promise<string> {
  const id = TICKET.exec(authorization ?? '')?.[1];
  if (id === undefined) throw refused('No ticket.');
  const ticket = firestore.doc(`${TICKETS}/${id}`);
  // A made-up ticket costs a read, not a transaction.
  if (!(await ticket.get()).exists) throw refused('The ticket is unknown.');
  await firestore.runTransaction(async (transaction) => {
    const { data } = TicketSchema.safeParse((await transaction.get(ticket)).data());
    if (!data || data.expiresAt.toMillis() < Date.now())
      throw refused('The ticket is unknown, used or expired.');
    transaction.update(ticket, { claimedAt: Timestamp.now() });
  });
  return id;
}

const refused = (message: string) =>
  new AppError('unauthenticated', message, { userMessage: 'Please log in to continue.' });
