import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import { useQuery } from '@tanstack/react-query';
import { Check, Palette } from 'lucide-react';
import { useId } from 'react';
import { describeFailure } from '../../client/api/api-failure.ts';
import { ACTION_ITEM, ActionMenu } from '../../ui/action-menu.tsx';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { promptStylesQuery } from './studio-prompts-query.ts';

interface Props {
  chosen: readonly string[];
  onChange: (styles: readonly string[]) => void;
}

/** Each prompt is made in each style. */
export function StylePicker({ chosen, onChange }: Props) {
  const id = useId();
  const { data: styles, error } = useQuery(promptStylesQuery);
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]);
  return (
    <FieldFrame
      id={id}
      label="Styles"
      hint={chosen.length > 1 ? `Each prompt is made in ${chosen.length} styles.` : undefined}
      error={error && !styles ? describeFailure(error) : undefined}
    >
      <Box role="group" aria-labelledby={`${id}-label`} sx={GROUP}>
        {chosen.map((name) => (
          <Chip key={name} variant="outlined" label={name} onDelete={() => toggle(name)} />
        ))}
        <ActionMenu
          label="Styles"
          renderButton={(props) => (
            <Button
              {...props}
              size="small"
              variant="outlined"
              disabled={!styles}
              startIcon={<Palette aria-hidden size={15} />}
              sx={{ minHeight: 32 }}
            >
              {chosen.length === 0 ? 'Choose styles' : 'Change'}
            </Button>
          )}
        >
          {() =>
            styles && styles.length > 0 ? (
              styles.map(({ name, template }) => (
                <MenuItem
                  key={name}
                  role="menuitemcheckbox"
                  aria-checked={chosen.includes(name)}
                  onClick={() => toggle(name)}
                  sx={ACTION_ITEM}
                >
                  <Box sx={{ width: 16, display: 'flex' }}>
                    {chosen.includes(name) && <Check aria-hidden size={16} />}
                  </Box>
                  <Box sx={{ display: 'grid', minWidth: 0, maxWidth: 320 }}>
                    {name}
                    <Box component="span" sx={TEMPLATE}>
                      {template}
                    </Box>
                  </Box>
                </MenuItem>
              ))
            ) : (
              <MenuItem disabled sx={ACTION_ITEM}>
                No styles yet. Create one under Lists and styles.
              </MenuItem>
            )
          }
        </ActionMenu>
      </Box>
    </FieldFrame>
  );
}

const GROUP = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 } as const;
const TEMPLATE = {
  fontSize: '0.75rem',
  color: 'text.secondary',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;
