import type { PromptProblem } from '@portal/contracts/prompt-lists/prompt-row';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import OutlinedInput from '@mui/material/OutlinedInput';
import { FilePlus2, FileSpreadsheet } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useDropzone } from 'react-dropzone';
import { countOf } from '../../ui/count.ts';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { ProblemList } from './problem-list.tsx';
import { addFile, addLines, type PromptListChange, type PromptListValue } from './prompt-list-value.ts';
import { describeReadFailure, PROMPT_FILE_TYPES, readPromptFile } from './read-prompt-file.ts';

interface Props {
  value: PromptListValue;
  problems: readonly PromptProblem[];
  /** Shown beside the label. */
  action: ReactNode;
  onChange: (change: PromptListChange) => void;
}

/** Lines to write or paste, and files to drop or choose. */
export function PromptText({ value, problems, action, onChange }: Props) {
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [fileError, setFileError] = useState<string>();
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    onDrop: (dropped) => void readAll(dropped),
    onError: (error) => setFileError(describeReadFailure(error)),
  });
  const readAll = async (dropped: readonly File[]) => {
    setFileError(undefined);
    let { text, files } = value;
    try {
      for (const file of dropped) {
        const read = await readPromptFile(file);
        if (read.kind === 'lines') text = addLines(text, read.text);
        else files = addFile(files, read.file);
      }
    } catch (error) {
      setFileError(describeReadFailure(error));
    }
    if (text !== value.text || files !== value.files) onChange({ text, files });
  };
  const select = ({ line, column }: { line: number; column: number }) => {
    const area = input.current;
    if (!area) return;
    const start =
      area.value
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length + (line > 1 ? 1 : 0);
    const at = Math.min(start + column - 1, area.value.length);
    area.focus();
    area.setSelectionRange(at, Math.min(at + 1, area.value.length));
  };
  return (
    <Box {...getRootProps()} data-dragging={isDragActive} sx={ZONE}>
      <FieldFrame
        id={id}
        label="Prompts"
        htmlFor={`${id}-input`}
        end={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'end', columnGap: 3 }}>
            {action}
            <Button
              size="small"
              color="inherit"
              startIcon={<FilePlus2 aria-hidden size={15} />}
              onClick={open}
              sx={LABEL_ACTION}
            >
              Add a file
            </Button>
          </Box>
        }
        error={fileError}
        hint="One prompt per line, or drop a CSV or TXT file. {red|blue} makes both, __color__ uses a studio list."
      >
        <OutlinedInput
          multiline
          fullWidth
          size="small"
          // MUI's own would measure the height of all lines at each keystroke, even with a fixed number of rows.
          inputComponent="textarea"
          rows={8}
          placeholder={'a {red|blue} fox in the snow\na __animal__ at night'}
          value={value.text}
          onChange={({ target }) => onChange({ text: target.value })}
          inputRef={input}
          error={problems.some(({ place }) => place && place.file === undefined)}
          slotProps={{
            input: {
              id: `${id}-input`,
              'aria-describedby': `${id}-message ${id}-problems`,
              spellCheck: false,
            },
          }}
          sx={{ p: '9px 12px', lineHeight: 1.5, '& textarea': { resize: 'vertical' } }}
        />
      </FieldFrame>
      <input {...getInputProps({ accept: PROMPT_FILE_TYPES, style: { display: 'none' } })} />
      {value.files.length > 0 && (
        <Box component="ul" aria-label="Files" sx={FILES}>
          {value.files.map(({ name, rows }) => (
            <li key={name}>
              <Chip
                variant="outlined"
                icon={<FileSpreadsheet aria-hidden size={15} />}
                label={`${name} · ${countOf(rows.length, 'prompt')}`}
                onDelete={() => onChange({ files: value.files.filter((file) => file.name !== name) })}
              />
            </li>
          ))}
        </Box>
      )}
      <ProblemList id={`${id}-problems`} problems={problems} onSelect={select} />
    </Box>
  );
}

/** A button at the end of a field's label. */
export const LABEL_ACTION = { minHeight: 28, px: 2, my: -1, mr: -2, color: 'text.secondary' } as const;
const ZONE = {
  display: 'grid',
  gap: 2,
  minWidth: 0,
  borderRadius: '8px',
  '&[data-dragging=true]': {
    outline: '2px dashed var(--mui-palette-primary-main)',
    outlineOffset: '6px',
  },
} as const;
const FILES = { display: 'flex', flexWrap: 'wrap', gap: 1.5, m: 0, p: 0, listStyle: 'none' } as const;
