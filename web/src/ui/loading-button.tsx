import Button, { type ButtonProps } from '@mui/material/Button';
import { useKeptFocus } from './use-kept-focus.ts';

/** A button that is disabled while its action runs, and has the focus again afterwards. */
export function LoadingButton(props: ButtonProps) {
  useKeptFocus(props.loading === true);
  return <Button {...props} />;
}
