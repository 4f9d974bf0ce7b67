import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { ApiFailure } from '../../client/api/api-failure.ts';
import { toastFailure } from '../../client/toast/toast-store.ts';
import { useWhitelistEmail } from './directory-query.ts';

/** The spec's minimal check. The server validates the email. */
const FormSchema = z.object({ email: z.string().trim().toLowerCase().min(1).includes('@') });
const resolver = zodResolver(FormSchema);

interface Props {
  /** Called once the email is on the whitelist. */
  onInvite: (email: string) => void;
}

/** An invalid email shows the generic toast and sends nothing. Enter adds without an invitation. */
export function WhitelistForm({ onInvite }: Props) {
  const { register, handleSubmit, reset, getValues } = useForm({ resolver, defaultValues: { email: '' } });
  const whitelist = useWhitelistEmail();
  const submit = (onAdded?: (email: string) => void) =>
    handleSubmit(
      ({ email }) =>
        whitelist.mutate(email, {
          onSuccess: () => {
            // The next email may be in the field already.
            if (getValues('email').trim().toLowerCase() === email) reset();
            onAdded?.(email);
          },
        }),
      toastFailure,
    );
  const rejection = describeRejection(whitelist.error);
  return (
    <Box
      component="form"
      noValidate
      aria-label="Whitelist"
      onSubmit={(event) => void submit()(event)}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'start', gap: 2 }}
    >
      <TextField
        {...register('email')}
        label="Email to whitelist"
        placeholder="name@elsewhere.com"
        type="email"
        autoComplete="off"
        sx={{ flex: { xs: '1 1 100%', sm: '1 1 240px' }, maxWidth: { sm: 360 } }}
        error={rejection !== undefined}
        helperText={rejection}
      />
      <Button type="submit" variant="contained" disabled={whitelist.isPending}>
        Add
      </Button>
      <Button
        variant="outlined"
        disabled={whitelist.isPending}
        onClick={(event) => void submit(onInvite)(event)}
      >
        Invite
      </Button>
    </Box>
  );
}

/** Why the server rejected the email, in addition to the generic toast. */
const describeRejection = (error: Error | null): string | undefined =>
  error instanceof ApiFailure && error.status === 400
    ? (error.details[0]?.message ?? error.reason)
    : undefined;
