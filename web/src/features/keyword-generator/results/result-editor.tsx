import {
  MOST_DESCRIPTION_LENGTH,
  MOST_KEYWORDS,
  MOST_TITLE_LENGTH,
  type KeywordResult,
} from '@portal/contracts/keyword-generator';
import { STOCK_CATEGORIES } from '@portal/contracts/stock-categories';
import Box from '@mui/material/Box';
import Select from '@mui/material/Select';
import { useId, type KeyboardEvent } from 'react';
import { TextArea } from '../text-area.tsx';
import { WordsField } from '../words/words-field.tsx';
import { EditorHeader } from './editor-header.tsx';
import { TextField } from './text-field.tsx';
import type { ResultEdit } from './use-result-edit.ts';

interface Props {
  result: KeywordResult;
  edit: ResultEdit;
}

/** The texts of one picture, changed where they stand: saved as a field is left. */
export function ResultEditor({ result, edit }: Props) {
  const id = useId();
  const { texts, problems, change } = edit;
  const { seo_image_title: title, seo_description: description, keywords, category } = texts;
  const save = () => edit.save();
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      edit.save();
    } else if (event.key === 'Escape' && edit.isChanged) {
      // Else it would close the dialog.
      event.stopPropagation();
      edit.revert();
    }
  };
  return (
    <Box role="group" aria-label={result.fileName} sx={EDITOR}>
      <EditorHeader result={result} edit={edit} />
      <Box sx={COLUMN}>
        <TextField
          id={`${id}-title`}
          label="Title"
          count={title.length}
          most={MOST_TITLE_LENGTH}
          problem={problems.seo_image_title}
          copied={title}
        >
          <TextArea
            id={`${id}-title`}
            rows={1}
            value={title}
            isWrong={problems.seo_image_title !== undefined}
            aria-describedby={`${id}-title-message`}
            onChange={(text) => change({ seo_image_title: text.replaceAll('\n', ' ') })}
            onKeyDown={onKeyDown}
            onBlur={save}
          />
        </TextField>
        <TextField
          id={`${id}-description`}
          label="Description"
          count={description.length}
          most={MOST_DESCRIPTION_LENGTH}
          problem={problems.seo_description}
          copied={description}
        >
          <TextArea
            id={`${id}-description`}
            rows={2}
            value={description}
            isWrong={problems.seo_description !== undefined}
            aria-describedby={`${id}-description-message`}
            onChange={(text) => change({ seo_description: text.replaceAll('\n', ' ') })}
            onKeyDown={onKeyDown}
            onBlur={save}
          />
        </TextField>
        <TextField id={`${id}-category`} label="Category">
          <Select
            native
            value={String(category ?? '')}
            onChange={({ target }) =>
              edit.changeAndSave({ category: target.value === '' ? null : Number(target.value) })
            }
            inputProps={{ id: `${id}-category` }}
            sx={SELECT}
          >
            <option value="">No category</option>
            {STOCK_CATEGORIES.map(({ id: number, name }) => (
              <option key={number} value={number}>
                {name}
              </option>
            ))}
          </Select>
        </TextField>
      </Box>
      <TextField
        id={`${id}-keywords`}
        label="Keywords"
        isGroup
        count={keywords.length}
        most={MOST_KEYWORDS}
        problem={problems.keywords}
        copied={keywords.join(', ')}
      >
        <WordsField
          labelId={`${id}-keywords-label`}
          words={keywords}
          most={MOST_KEYWORDS}
          placeholder="Type a keyword, press Enter"
          isOrdered
          isWrong={problems.keywords !== undefined}
          onChange={(words) => change({ keywords: words })}
          onLeave={save}
        />
      </TextField>
    </Box>
  );
}

/** Keywords stand beside the other texts where there is room. */
const EDITOR = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
  alignItems: 'start',
  columnGap: 6,
  rowGap: 2,
  minWidth: 0,
  '& > :first-of-type': { gridColumn: '1 / -1' },
} as const;
const COLUMN = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, minWidth: 0 } as const;
const SELECT = {
  justifySelf: 'start',
  maxWidth: '100%',
  fontSize: '0.875rem',
  '& select': { py: '6px' },
} as const;
