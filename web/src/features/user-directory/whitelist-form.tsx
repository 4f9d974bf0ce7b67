import { WhitelistBodySchema } from '@portal/contracts/directory';
import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useForm } from 'react-hook-form';
import { toastFailure } from '../../shared/toast/toast-store.ts';
import { useWhitelistEmail } from './directory-query.ts';

const resolver = zodResolver(WhitelistBodySchema);

/** An email that is plainly none is refused with the generic toast, and nothing is sent. */
export function WhitelistForm() {
  const { register, handleSubmit, reset } = useForm({ resolver, defaultValues: { email: '' } });
  const whitelist = useWhitelistEmail();
  const submit = handleSubmit(
    ({ email }) => whitelist.mutate(email, { onSuccess: () => reset() }),
    toastFailure,
  );
  return (
    <Box
      component="form"
      noValidate
      aria-label="Whitelist"
      onSubmit={(event) => void submit(event)}
      sx={{ display: 'flex', gap: 2, maxWidth: 460 }}
    >
      <TextField
        {...register('email')}
        label="Email to whitelist"
        placeholder="name@elsewhere.com"
        type="email"
        autoComplete="off"
        fullWidth
      />
      <Button type="submit" variant="contained" disabled={whitelist.isPending}>
        Add
      </Button>
    </Box>
  );
}
