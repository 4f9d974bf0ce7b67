import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import OutlinedInput from '@mui/material/OutlinedInput';
import { X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useUserId } from '../../../client/session/use-user-id.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { TitledDialog } from '../../../ui/dialog.tsx';
import { IconAction } from '../../../ui/icon-action.tsx';
import { clearPrompts, MAX_PROMPTS, readPrompts, removePrompt, searchPrompts } from './prompt-history.ts';

interface Props {
  onUse: (prompt: string) => void;
  onClose: () => void;
  /** Called when the dialog has disappeared. */
  onClosed: () => void;
  isOpen: boolean;
}

/** The last prompts: search, use again, delete. */
export const PromptHistoryDialog = ({ isOpen, onUse, onClose, onClosed }: Props) => (
  <TitledDialog
    open={isOpen}
    onClose={onClose}
    title="Prompt history"
    maxWidth="sm"
    disableRestoreFocus
    slotProps={{ transition: { onExited: onClosed } }}
  >
    <Prompts onUse={onUse} onClose={onClose} />
  </TitledDialog>
);

function Prompts({ onUse, onClose }: Pick<Props, 'onUse' | 'onClose'>) {
  const userId = useUserId();
  const [prompts, setPrompts] = useState(() => readPrompts(localStorage, userId));
  const [search, setSearch] = useState('');
  const [isClearing, setIsClearing] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const found = searchPrompts(prompts, search);

  const focusRow = (index: number) =>
    content.current
      ?.querySelectorAll<HTMLElement>(index < 0 ? 'input' : '[data-prompt]')
      .item(Math.max(index, 0))
      ?.focus();
  const remove = (index: number) => {
    setPrompts(removePrompt(localStorage, userId, found[index] ?? ''));
    requestAnimationFrame(() => focusRow(Math.min(index, found.length - 2)));
  };
  /** Arrow keys move between the search field and the prompts. */
  const onKeyDown = (event: KeyboardEvent) => {
    const rows = [...(content.current?.querySelectorAll('[data-prompt]') ?? [])];
    const index = rows.findIndex((row) => row === document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (index + step < rows.length) focusRow(index + step);
    } else if (event.key === 'Delete' && index >= 0) {
      remove(index);
    }
  };

  return (
    <>
      <DialogContent
        ref={content}
        onKeyDown={onKeyDown}
        sx={{ display: 'grid', gap: 3, alignContent: 'start' }}
      >
        <OutlinedInput
          autoFocus
          fullWidth
          size="small"
          placeholder="Search prompts"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          slotProps={{ input: { 'aria-label': 'Search prompts', type: 'search' } }}
        />
        <Box role="status" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          {describe(prompts.length, found.length)}
        </Box>
        <Box component="ul" aria-label="Prompts" hidden={found.length === 0} sx={LIST}>
          {found.map((prompt, index) => (
            <li key={prompt}>
              <Box component="button" type="button" data-prompt onClick={() => onUse(prompt)} sx={PROMPT}>
                <span>{prompt}</span>
              </Box>
              <IconAction label={`Delete “${shorten(prompt)}”`} onClick={() => remove(index)}>
                <X size={16} />
              </IconAction>
            </li>
          ))}
        </Box>
      </DialogContent>
      <DialogActions disableSpacing sx={{ p: 4, gap: 2 }}>
        {prompts.length > 0 && (
          <Button color="inherit" onClick={() => setIsClearing(true)} sx={{ mr: 'auto' }}>
            Clear all
          </Button>
        )}
        <Button variant="outlined" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
      <ConfirmDialog
        isOpen={isClearing}
        title="Clear prompt history"
        confirmLabel="Clear all"
        onConfirm={() => {
          clearPrompts(localStorage, userId);
          setPrompts([]);
          setIsClearing(false);
        }}
        onClose={() => setIsClearing(false)}
      >
        All prompts are removed from this device. Your batches are kept.
      </ConfirmDialog>
    </>
  );
}

function describe(count: number, foundCount: number): string {
  if (count === 0)
    return `Your last ${MAX_PROMPTS} prompts appear here. They stay on this device until you log out.`;
  if (foundCount === 0) return 'No prompts match.';
  return `${foundCount} ${foundCount === 1 ? 'prompt' : 'prompts'} on this device`;
}

const MAX_LABEL = 40;
const shorten = (prompt: string): string =>
  prompt.length > MAX_LABEL ? `${prompt.slice(0, MAX_LABEL)}…` : prompt;

const LIST = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    borderTop: '1px solid',
    borderColor: 'divider',
  },
  '& > li:first-of-type': { borderTop: 0 },
} as const;
const PROMPT = {
  flexGrow: 1,
  minWidth: 0,
  p: 2,
  border: 0,
  borderRadius: '8px',
  background: 'none',
  font: 'inherit',
  color: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-visible': { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: '-2px' },
  '& > span': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
} as const;
