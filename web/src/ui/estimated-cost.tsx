import Box from '@mui/material/Box';
import { describePrice } from './describe-price.ts';

interface Props {
  /** Dollars per image; undefined until known. */
  price: number | undefined;
  /** The number of selected images. */
  count: number;
  /** Shown while the price is unknown. */
  unknown: string;
}

/** What a batch will cost, and how that is calculated. */
export function EstimatedCost({ price, count, unknown }: Props) {
  const described = price === undefined ? undefined : describePrice(price, count);
  return (
    <Box
      component="output"
      aria-label="Estimated cost"
      sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}
    >
      {described ? (
        <>
          <Box component="span" sx={{ mr: 1, fontSize: '0.9375rem', fontWeight: 600, color: 'text.primary' }}>
            {described.total}
          </Box>{' '}
          {/* Goes to the next line as a whole, if there is no room beside the total. */}
          <Box component="span" sx={{ display: 'inline-block' }}>
            {described.sum}
          </Box>
        </>
      ) : (
        unknown
      )}
    </Box>
  );
}
