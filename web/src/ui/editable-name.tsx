import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { Check, Pencil, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconAction } from './icon-action.tsx';
import { readNewName } from './read-new-name.ts';

interface Props {
  name: string;
  /** The id of the heading, for `aria-labelledby`. */
  id?: string;
  /** Undefined for a read-only name. */
  onSave: ((name: string) => void) | undefined;
}

/** A heading with a pencil button that turns it into a text field. */
export function EditableName({ name, id, onSave }: Props) {
  const [typed, setTyped] = useState<string>();
  const pencil = useRef<HTMLButtonElement>(null);
  const close = () => {
    setTyped(undefined);
    // The pencil is rendered again after the field has closed.
    requestAnimationFrame(() => pencil.current?.focus());
  };
  if (typed === undefined) {
    return (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
        <Typography id={id} variant="h3" noWrap title={name}>
          {name}
        </Typography>
        {onSave && (
          <IconAction label="Rename" ref={pencil} onClick={() => setTyped(name)}>
            <Pencil size={14} />
          </IconAction>
        )}
      </Box>
    );
  }
  return (
    <Box
      component="form"
      aria-label="Rename"
      onSubmit={(event) => {
        event.preventDefault();
        const next = readNewName(typed, name);
        if (next !== undefined) onSave?.(next);
        close();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, mb: 1 }}
    >
      <OutlinedInput
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onFocus={({ target }) => target.select()}
        autoFocus
        size="small"
        inputProps={{ 'aria-label': 'Batch name' }}
        sx={{ flexGrow: 1, maxWidth: 420, height: 32 }}
      />
      <IconAction label="Save" type="submit">
        <Check size={16} />
      </IconAction>
      <IconAction label="Cancel" onClick={close}>
        <X size={16} />
      </IconAction>
    </Box>
  );
}
