import { PROVIDER_TITLES } from '@portal/contracts/generation-request';
import {
  findPrice,
  isFarOff,
  pricingKeyOf,
  type PricingEntry,
  type RealPrice,
} from '@portal/contracts/pricing';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { countOf } from '../../../ui/count.ts';
import { formatRate } from './format-rate.ts';

interface Props {
  /** Saved prices. */
  entries: readonly PricingEntry[];
  real: readonly RealPrice[];
  isDisabled: boolean;
  onUse: (entries: PricingEntry[]) => void;
}

/** Images whose estimate is far from what they have cost. */
export function RealPrices({ entries, real, isDisabled, onUse }: Props) {
  const shown = real
    .map((image) => ({ ...image, estimate: findPrice(entries, image) }))
    .filter(({ estimate, price }) => isFarOff(estimate, price));
  if (shown.length === 0) return undefined;
  return (
    <Box sx={BOX}>
      <Typography sx={{ fontWeight: 500 }}>
        Real prices differ from these estimates by more than a third
      </Typography>
      <Box component="ul" aria-label="Real prices" sx={LIST}>
        {shown.map(({ estimate, images, ...entry }) => {
          const [name, price] = [describeImage(entry), formatRate(entry.price)];
          return (
            <Box component="li" key={name} sx={ROW}>
              <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
                <div>{name}</div>
                <Typography variant="body2" color="textSecondary">
                  {`Estimated ${formatRate(estimate)}, cost ${price} (${countOf(images, 'image')} this month)`}
                </Typography>
              </Box>
              <Button
                variant="outlined"
                disabled={isDisabled}
                aria-label={`Use ${price} for ${name}`}
                onClick={() => onUse(replaceEntry(entries, entry))}
                sx={{ flexShrink: 0 }}
              >
                Use {price}
              </Button>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}

/** 'OpenAI · gpt-image-1 · high · 3:2' */
const describeImage = ({ provider, model, quality, aspectRatio, version, size }: PricingEntry): string =>
  [PROVIDER_TITLES[provider], model, quality, aspectRatio, version, size]
    .filter((part) => part !== undefined)
    .join(' · ');

const replaceEntry = (entries: readonly PricingEntry[], entry: PricingEntry): PricingEntry[] => [
  ...entries.filter((other) => pricingKeyOf(other) !== pricingKeyOf(entry)),
  entry,
];

const BOX = {
  display: 'grid',
  gap: 3,
  p: 4,
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '8px',
} as const;
const LIST = { display: 'grid', gap: 3, m: 0, p: 0, listStyle: 'none' } as const;
/** The button is below the text on a phone. */
const ROW = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 } as const;
