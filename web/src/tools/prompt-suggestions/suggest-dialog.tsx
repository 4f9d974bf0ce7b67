import { SuggestionRequestSchema } from '@portal/contracts/prompt-suggestions';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUserId } from '../../client/session/use-user-id.ts';
import { toast } from '../../client/toast/toast-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { countOf } from '../../ui/count.ts';
import { TitledDialog } from '../../ui/dialog.tsx';
import { formatDollars } from '@portal/contracts/dollars';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { FULL_SCREEN_ON_PHONE } from '../../ui/wide-dialog.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { listChosen, readWishes, writeWishes, type Wishes } from './suggestions-draft.ts';
import { suggestionPriceQuery, useSuggestions } from './use-suggestions.ts';
import { WishesFields } from './wishes-fields.tsx';

interface Props {
  isOpen: boolean;
  /** In place of the last one. */
  theme?: string | undefined;
  /** Prompts that the list has. */
  known: readonly string[];
  /** How many prompts can be added. */
  room: number;
  onAdd: (prompts: string[]) => void;
  onClose: () => void;
}

/** Asks a model for prompts, and adds those that are chosen to the list. Closing it loses nothing. */
export function SuggestDialog({ isOpen, theme, known, room, onAdd, onClose }: Props) {
  const userId = useUserId();
  const suggestions = useSuggestions();
  const [wishes, setWishes] = useState(() => ({
    ...readWishes(userId),
    ...(theme !== undefined && { theme }),
  }));
  const [isChecked, setIsChecked] = useState(false);
  const [isDiscarding, setIsDiscarding] = useState(false);
  const { data } = useQuery({ ...suggestionPriceQuery, enabled: isOpen });
  const { paid, isWriting, problem } = suggestions;
  const error = isChecked ? findThemeProblem(wishes) : undefined;

  const change = (next: Partial<Wishes>) => {
    const changed = { ...wishes, ...next };
    setWishes(changed);
    writeWishes(userId, changed);
    suggestions.reset();
  };
  const suggest = () => {
    setIsChecked(true);
    if (findThemeProblem(wishes) === undefined) suggestions.suggest(wishes, known);
  };
  const chosen = paid ? listChosen(paid.rows) : [];
  const add = () => {
    suggestions.clear();
    onAdd(chosen);
    onClose();
    toast(`Added ${countOf(chosen.length, 'prompt')}`);
  };
  return (
    <TitledDialog
      open={isOpen}
      title="Suggest prompts"
      maxWidth="md"
      onClose={onClose}
      sx={FULL_SCREEN_ON_PHONE}
    >
      <DialogContent dividers>
        {paid ? (
          <SuggestionList paid={paid} onChange={suggestions.changeRows} />
        ) : (
          <WishesFields wishes={wishes} isDisabled={isWriting} error={error} onChange={change} />
        )}
        {problem !== undefined && !paid && (
          <Alert severity="error" sx={{ mt: 4 }}>
            {problem}
          </Alert>
        )}
      </DialogContent>
      {isWriting && <LinearProgress aria-label="Writing prompts" />}
      <DialogActions sx={{ p: 4, flexWrap: 'wrap', gap: 2 }}>
        <Box role="status" sx={NOTE}>
          {describeStatus({ paid, isWriting, chosen: chosen.length, room, wishes, price: data?.price })}
        </Box>
        {paid && (
          <Button color="inherit" onClick={() => setIsDiscarding(true)}>
            Discard
          </Button>
        )}
        <Button variant="outlined" onClick={onClose}>
          {paid || isWriting ? 'Close' : 'Cancel'}
        </Button>
        {paid ? (
          <Button variant="contained" disabled={chosen.length === 0 || chosen.length > room} onClick={add}>
            Add {countOf(chosen.length, 'prompt')}
          </Button>
        ) : (
          <LoadingButton variant="contained" loading={isWriting} onClick={suggest}>
            Suggest prompts
          </LoadingButton>
        )}
      </DialogActions>
      <ConfirmDialog
        isOpen={isDiscarding}
        title="Discard the suggestions?"
        confirmLabel="Discard"
        onConfirm={suggestions.clear}
        onClose={() => setIsDiscarding(false)}
      >
        You have paid for them. Those that you do not add are lost.
      </ConfirmDialog>
    </TitledDialog>
  );
}

const findThemeProblem = ({ theme }: Wishes): string | undefined =>
  SuggestionRequestSchema.shape.theme.safeParse(theme).error?.issues[0]?.message;

interface Status {
  paid: unknown;
  isWriting: boolean;
  chosen: number;
  room: number;
  wishes: Wishes;
  /** Dollars of one prompt; undefined until known. */
  price: number | undefined;
}

function describeStatus({ paid, isWriting, chosen, room, wishes: { count }, price }: Status): string {
  if (paid)
    return chosen > room
      ? `A job has at most 1,000 pictures. There is room for ${countOf(room, 'prompt')}.`
      : '';
  if (isWriting) return 'Writing prompts. This can take a minute. You can close this meanwhile.';
  return price === undefined ? '' : `About ${formatDollars(price * count)} for ${count} prompts`;
}

const NOTE = { flex: '1 1 160px', fontSize: '0.8125rem', color: 'text.secondary' } as const;
