import { checkPictures, MAX_CHECKED_PICTURES } from '@portal/contracts/check-calls';
import { formatDollars } from '@portal/contracts/dollars';
import { priceAt } from '@portal/contracts/half-price';
import type { Source } from '@portal/contracts/source';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../client/api/client.ts';
import { toastRefusal } from '../../client/api/toast-refusal.ts';
import { toast } from '../../client/toast/toast-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { countOf } from '../../ui/count.ts';
import { forgetIdempotencyKey, getIdempotencyKey } from '../generation/idempotency-key.ts';
import { HalfPriceField } from '../generation/half-price-field.tsx';
import { checkPriceQuery } from './check-price-query.ts';

interface Props {
  isOpen: boolean;
  pictures: readonly Source[];
  onClose: () => void;
}

/** The request until it has succeeded: a retry is not paid twice. */
const REQUEST = 'portal:check';

/** Asks before a model looks at pictures, with the price. */
export function CheckDialog({ isOpen, pictures, onClose }: Props) {
  const [isHalfPrice, setIsHalfPrice] = useState(false);
  const { data } = useQuery({ ...checkPriceQuery, enabled: isOpen });
  const check = useMutation({
    mutationFn: async (body: { pictures: Source[]; isHalfPrice: boolean }) => {
      const key = await getIdempotencyKey(sessionStorage, REQUEST, body);
      return call(checkPictures, { body, headers: { 'Idempotency-Key': key } });
    },
    onSuccess: async (_started, body) => {
      await forgetIdempotencyKey(sessionStorage, REQUEST, body);
      toast(`Checking ${countOf(pictures.length, 'picture')}`, {
        description: isHalfPrice ? ARRIVE_LATER : ARRIVE,
      });
    },
    onError: toastRefusal,
  });
  const isTooMany = pictures.length > MAX_CHECKED_PICTURES;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Check ${countOf(pictures.length, 'picture')}?`}
      confirmLabel="Check"
      isDestructive={false}
      canConfirm={!isTooMany && !check.isPending}
      onConfirm={() => check.mutate({ pictures: [...pictures], isHalfPrice })}
      onClose={onClose}
      field={
        <HalfPriceField
          isChosen={isHalfPrice}
          hint={data && describePrice(data.price, pictures.length, isHalfPrice)}
          onChoose={setIsHalfPrice}
        />
      }
    >
      {isTooMany ? TOO_MANY : LOOKS_FOR}
    </ConfirmDialog>
  );
}

const ARRIVE = 'What it finds appears at the pictures.';
const ARRIVE_LATER = 'What it finds appears at the pictures within 24 hours.';
const TOO_MANY = `Check at most ${MAX_CHECKED_PICTURES} pictures at a time.`;
const LOOKS_FOR =
  'A model looks for what agencies refuse: text, logos, malformed hands and objects, people and places that can be recognized. It may be wrong.';

const describePrice = (price: number, count: number, isHalfPrice: boolean): string =>
  `About ${formatDollars(priceAt(price, isHalfPrice) * count)}.`;
