import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { SectionPanel } from '../section/section-panel.tsx';
import { NEW_PRICE, usePrices, type SavedPrices } from './price-form.ts';
import { PRICE_COLUMNS, PriceRow } from './price-row.tsx';
import { RealPrices } from './real-prices.tsx';

const MAX_PRICES = 500;

interface Props {
  saved: SavedPrices;
  hasProblems: boolean;
}

export function PricesSection({ saved, hasProblems }: Props) {
  const section = usePrices(saved);
  const { form, isDirty, save } = section;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'models' });
  const addButton = useRef<HTMLButtonElement>(null);
  return (
    <SectionPanel
      section={section}
      hasProblems={hasProblems}
      subtitle="Dollars per image. The most specific matching entry applies, else the default."
    >
      <RealPrices
        entries={saved.settings?.models ?? []}
        real={saved.real}
        // It would drop what has not been saved.
        isDisabled={isDirty}
        onUse={(models) => save({ models })}
      />
      {fields.length === 0 ? (
        <Typography color="textSecondary" sx={{ py: 2 }}>
          All images use default prices.
        </Typography>
      ) : (
        <Box>
          <Box aria-hidden sx={HEAD}>
            {['Model', 'Quality', 'Aspect ratio', 'Version', 'Size', 'Price', 'Default'].map((title) => (
              <span key={title}>{title}</span>
            ))}
          </Box>
          <Box component="ol" aria-label="Prices" sx={LIST}>
            {fields.map(({ id }, index) => (
              <PriceRow
                key={id}
                index={index}
                form={form}
                onRemove={() => {
                  remove(index);
                  addButton.current?.focus();
                }}
              />
            ))}
          </Box>
        </Box>
      )}
      <Box>
        <Button
          ref={addButton}
          variant="outlined"
          disabled={fields.length >= MAX_PRICES}
          startIcon={<Plus aria-hidden size={15} />}
          onClick={() => append(NEW_PRICE)}
        >
          Add price
        </Button>
      </Box>
    </SectionPanel>
  );
}

const HEAD = {
  ...PRICE_COLUMNS,
  display: { xs: 'none', md: 'grid' },
  pb: 2,
  fontSize: '0.8125rem',
  color: 'text.secondary',
} as const;

const LIST = { display: 'grid', gap: { xs: 4, md: 2 }, m: 0, p: 0, listStyle: 'none' } as const;
