import type { Delivery, DeliveryFile } from '@portal/contracts/delivery';
import type { Timestamp } from 'firebase-admin/firestore';
import type { FileRecord, StoredDelivery } from './delivery-store.ts';

const toText = (at: Timestamp): string => at.toDate().toISOString();
const toTextOrNull = (at: Timestamp | null): string | null => at && toText(at);

export const describeDelivery = (delivery: StoredDelivery): Delivery => {
  const { id, agency, agencyName, target, total, counts, sentBytes, stopped } = delivery;
  return {
    id,
    agency,
    agencyName,
    target,
    total,
    counts,
    sentBytes,
    stopped,
    createdAt: toText(delivery.createdAt),
    endedAt: toTextOrNull(delivery.endedAt),
    cancelledAt: toTextOrNull(delivery.cancelledAt),
    expiresAt: toText(delivery.expiresAt),
  };
};

export const describeFile = (file: FileRecord): DeliveryFile => ({
  index: file.index,
  name: file.name,
  picture: file.picture,
  state: file.state,
  bytes: file.prepared?.bytes ?? null,
  sentBytes: file.sentBytes,
  note: file.note,
  sentAt: toTextOrNull(file.sentAt),
});
