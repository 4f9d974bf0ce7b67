import { MAX_PROMPT_LENGTH } from '@portal/contracts/generation-request';
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, type ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { useNamedWords } from '../words/use-word-finder.ts';
import { WordCheck } from '../words/word-check.tsx';
import { labelField, type FormValues } from './form-values.ts';

interface Props {
  name: 'prompt' | 'stabilityNegativePrompt';
  placeholder: string;
  minRows: number;
  /** Shown beside the character count. */
  action?: ReactNode;
}

/** A text field with a character count. Names in a prompt are marked; a negative prompt may have them. */
export function PromptField({ name, placeholder, minRows, action }: Props) {
  const id = useId();
  const { control } = useFormContext<FormValues>();
  const { field, fieldState } = useController({ name, control });
  const length = field.value.trim().length;
  const words = useNamedWords(name === 'prompt' ? field.value : '');
  return (
    <FieldFrame
      id={id}
      label={labelField(name)}
      htmlFor={`${id}-input`}
      error={fieldState.error?.message}
      end={
        <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Box
            component="span"
            sx={length > MAX_PROMPT_LENGTH ? { color: 'error.main', fontWeight: 500 } : {}}
          >
            {length.toLocaleString('en')} / {MAX_PROMPT_LENGTH.toLocaleString('en')}
          </Box>
          {action}
        </Box>
      }
    >
      <WordCheck id={`${id}-words`} text={field.value} words={words}>
        <OutlinedInput
          multiline
          fullWidth
          size="small"
          minRows={minRows}
          maxRows={8}
          placeholder={placeholder}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          error={fieldState.invalid}
          slotProps={{
            input: {
              id: `${id}-input`,
              name,
              'aria-describedby': `${id}-message${words.length > 0 ? ` ${id}-words` : ''}`,
            },
          }}
          sx={{ p: '9px 12px', lineHeight: 1.5 }}
        />
      </WordCheck>
    </FieldFrame>
  );
}
