import type { DirectoryUser } from '@portal/contracts/directory';
import { formatDollars } from '@portal/contracts/dollars';
import { MonthlyDollarsSchema } from '@portal/contracts/monthly-dollars';
import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useId } from 'react';
import { useController, useForm } from 'react-hook-form';
import { z } from 'zod';
import { TitledDialog } from '../../ui/dialog.tsx';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { Segments } from '../../ui/segments.tsx';

const KindSchema = z.enum(['default', 'none', 'own']);
/** An empty text is no amount, not 0. */
const readDollars = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

const FormSchema = z.object({ kind: KindSchema, dollars: z.string() }).superRefine((values, context) => {
  if (values.kind !== 'own') return;
  const { error } = MonthlyDollarsSchema.safeParse(readDollars(values.dollars));
  const message = error?.issues[0]?.message;
  if (message !== undefined) context.addIssue({ code: 'custom', path: ['dollars'], message });
});
type Values = z.infer<typeof FormSchema>;

const KINDS = [
  { value: 'default', label: 'Default' },
  { value: 'none', label: 'No limit' },
  { value: 'own', label: 'Limit' },
] as const;

const readKind = ({ ownLimit }: DirectoryUser): Values['kind'] => {
  if (ownLimit === undefined) return 'default';
  return ownLimit === null ? 'none' : 'own';
};

const readLimit = ({ kind, dollars }: Values): number | null | undefined => {
  if (kind === 'own') return readDollars(dollars);
  return kind === 'none' ? null : undefined;
};

interface Props {
  user: DirectoryUser;
  defaultLimit: number | null;
  /** Undefined for the limit of everyone, null for no limit. */
  onSave: (ownLimit: number | null | undefined) => void;
  onClose: () => void;
}

export function LimitDialog({ user, defaultLimit, onSave, onClose }: Props) {
  const id = useId();
  const { control, register, handleSubmit, formState } = useForm<Values>({
    resolver: zodResolver(FormSchema),
    defaultValues: { kind: readKind(user), dollars: String(user.ownLimit ?? '') },
  });
  const { field } = useController({ control, name: 'kind' });
  const error = formState.errors.dollars?.message;
  const submit = handleSubmit((values) => {
    onSave(readLimit(values));
    onClose();
  });
  return (
    <TitledDialog open onClose={onClose} title="Monthly limit" maxWidth="xs">
      <Box component="form" noValidate onSubmit={(event) => void submit(event)}>
        <DialogContent sx={{ display: 'grid', gap: 5 }}>
          <DialogContentText sx={{ overflowWrap: 'anywhere' }}>
            What {user.email} may spend in a month, within the studio’s budget.
          </DialogContentText>
          <FieldFrame
            id={id}
            label="Limit"
            hint={`Default: ${describeLimit(defaultLimit)}. Change it in Settings.`}
          >
            <Segments
              id={id}
              name={field.name}
              value={field.value}
              segments={KINDS}
              onChoose={field.onChange}
              onBlur={field.onBlur}
              focusRef={field.ref}
            />
          </FieldFrame>
          {field.value === 'own' && (
            <FieldFrame
              id={`${id}-dollars`}
              label="Dollars per month"
              htmlFor={`${id}-dollars`}
              error={error}
            >
              <TextField
                {...register('dollars')}
                id={`${id}-dollars`}
                autoFocus
                error={error !== undefined}
                autoComplete="off"
                fullWidth
                slotProps={{
                  htmlInput: { inputMode: 'decimal', 'aria-describedby': `${id}-dollars-message` },
                  input: { startAdornment: <InputAdornment position="start">$</InputAdornment> },
                }}
              />
            </FieldFrame>
          )}
        </DialogContent>
        <DialogActions sx={{ p: 4 }}>
          <Button variant="outlined" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained">
            Save limit
          </Button>
        </DialogActions>
      </Box>
    </TitledDialog>
  );
}

const describeLimit = (limit: number | null): string => (limit === null ? 'no limit' : formatDollars(limit));
