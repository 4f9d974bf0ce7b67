import { RETENTION_DAYS } from '@portal/contracts/batches';
import { formatDollars } from '@portal/contracts/dollars';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { describeDue, HALF_PRICE_MS } from '../../pictures/batches/describe-due.ts';
import { savingsQuery } from '../spend/savings-query.ts';
import { useNow } from '../../ui/use-now.ts';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { Segments } from '../../ui/segments.tsx';

interface Props {
  isChosen: boolean;
  /** Why it cannot be chosen now. What was chosen before is kept for when it can. */
  obstacle?: string | undefined;
  hint?: string | undefined;
  /** Stages that each may take a day. */
  stages?: number;
  /** Default: now. */
  startsAt?: number | undefined;
  onChoose: (isHalfPrice: boolean) => void;
}

export const LATER = 'Within 24 hours';

const MINUTE_MS = 60_000;

/** Whether work is done now, or within a day for less. */
export function HalfPriceField({ isChosen, obstacle, hint, stages = 1, startsAt, onChoose }: Props) {
  const id = useId();
  const isLater = isChosen && obstacle === undefined;
  const now = useNow(MINUTE_MS);
  const due = `${describeDue((startsAt ?? now) + stages * HALF_PRICE_MS).replace('ready', 'Ready')}.`;
  const { data: savings } = useQuery({ ...savingsQuery, enabled: isLater });
  const saved = isLater && savings && savings.dollars > 0 ? describeSaved(savings.dollars) : undefined;
  const hints = [hint, isLater ? due : undefined, isLater ? KEPT : undefined, saved].filter(
    (each) => each !== undefined,
  );
  return (
    <FieldFrame id={id} label="Ready" hint={obstacle ?? (hints.join(' ') || undefined)}>
      <Segments
        id={id}
        name="ready"
        isCards
        value={isLater ? 'later' : 'now'}
        segments={[
          { value: 'now', label: 'Now', hint: 'Full price' },
          {
            value: 'later',
            label: LATER,
            hint: 'About half the price',
            disabledReason: obstacle,
          },
        ]}
        onChoose={(value) => onChoose(value === 'later')}
      />
    </FieldFrame>
  );
}

const KEPT = `Files are kept for ${RETENTION_DAYS} days from the start, including the wait.`;

const describeSaved = (dollars: number): string => `You saved ${formatDollars(dollars)} this month.`;
