import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { describeExactTime, RelativeTime } from '../../../ui/relative-time.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { SpendWarning, useSpendWarning } from '../../../tools/spend/spend-warning.tsx';
import { MissingList } from '../../../ui/missing-list.tsx';
import { ToolSubmitBar } from '../../../ui/tool-card.tsx';
import { listMissing } from '../../../tools/generation/describe-missing.ts';
import { estimate, findExpectedDollars, NO_PRICES } from '../../../tools/generation/estimate.ts';
import { KeyProblems } from '../../../tools/providers/provider-notice.tsx';
import { labelField, type FieldName, type FormValues } from '../../../tools/generation/form-values.ts';
import { geminiStatsQuery, pricingQuery } from '../../../tools/generation/form-queries.ts';

const isMac = navigator.platform.startsWith('Mac');

/** The estimated cost and the submit button. On a phone they stick to the bottom of the screen. */
export function SubmitBar({ isSending }: { isSending: boolean }) {
  const { control, setFocus, trigger } = useFormContext<FormValues>();
  const quantity = useWatch({ control, name: 'quantity' });
  const provider = useWatch({ control, name: 'provider' });
  const stats = useQuery({ ...geminiStatsQuery, enabled: provider === 'google' });
  const isLimitReached = provider === 'google' && stats.data?.limitReached === true;
  const { data: prices = NO_PRICES } = useQuery(pricingQuery);
  const dollars = useWatch({
    control,
    compute: (values: FormValues) => findExpectedDollars(prices, values),
  });
  const warning = useSpendWarning(dollars);
  const missing = useWatch({ control, compute: listMissing });
  const showField = (name: FieldName) => {
    setFocus(name);
    // After a click, the focus of a radio button is not visible; its error is.
    if (name !== 'prompt') void trigger(name);
  };
  const missingId = useId();
  const reasonId = useId();
  const warningId = useId();
  const reasons = [missing.length > 0 && missingId, isLimitReached && reasonId, warning && warningId].filter(
    (id) => typeof id === 'string',
  );
  return (
    <ToolSubmitBar>
      <SpendWarning id={warningId} warning={warning} />
      <KeyProblems providers={[provider || undefined]} />
      <MissingList
        id={missingId}
        missing={missing.map((name) => ({ label: labelField(name), onShow: () => showField(name) }))}
      />
      <CostEstimate />
      <Button
        type="submit"
        variant="contained"
        disabled={isSending || isLimitReached || warning?.isBlocking === true}
        aria-describedby={reasons.join(' ') || undefined}
        aria-keyshortcuts={isMac ? 'Meta+Enter' : 'Control+Enter'}
        startIcon={isSending && <Spinner size={14} />}
        sx={{ minHeight: 40 }}
      >
        {isSending ? 'Starting…' : `Generate ${quantity} ${quantity === 1 ? 'image' : 'images'}`}
        <Box
          component="kbd"
          aria-hidden
          sx={{
            ml: 3,
            font: 'inherit',
            fontSize: '0.75rem',
            display: { xs: 'none', sm: 'inline' },
          }}
        >
          {isMac ? '⌘ Enter' : 'Ctrl Enter'}
        </Box>
      </Button>
      {isLimitReached && stats.data && (
        <Box id={reasonId} sx={{ gridColumn: '1 / -1', fontSize: '0.8125rem', color: 'text.secondary' }}>
          Daily Gemini limit reached. It resets <RelativeTime value={stats.data.resetsAt} /> (
          {describeExactTime(stats.data.resetsAt)}).
        </Box>
      )}
    </ToolSubmitBar>
  );
}

function CostEstimate() {
  const { data: prices = NO_PRICES } = useQuery(pricingQuery);
  const { control } = useFormContext<FormValues>();
  const cost = useWatch({ control, compute: (values: FormValues) => estimate(prices, values) });
  return (
    <Box
      component="output"
      aria-label="Estimated cost"
      sx={{
        display: 'grid',
        gridTemplateColumns: { sm: 'minmax(0, 1fr) auto' },
        alignItems: 'center',
        fontSize: '0.8125rem',
      }}
    >
      <Box component="span" sx={{ display: { xs: 'none', sm: 'block' }, fontWeight: 500 }}>
        Estimated cost
      </Box>
      <Box
        component="span"
        sx={{
          gridRow: { sm: '1 / 3' },
          gridColumn: { sm: 2 },
          fontSize: { xs: '1rem', sm: '1.25rem' },
          fontWeight: 600,
        }}
      >
        {cost?.total ?? '–'}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {cost?.sum ?? 'Choose a model to see the cost'}
      </Box>
    </Box>
  );
}
