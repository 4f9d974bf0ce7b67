import {
  MAX_DESCRIPTION_LENGTH,
  MAX_KEYWORDS,
  MAX_TITLE_LENGTH,
  type KeywordResult,
} from '@portal/contracts/keyword-generator';
import { STOCK_CATEGORIES } from '@portal/contracts/stock-categories';
import type { NamedWord } from '@portal/contracts/words/find-named-words';
import Box from '@mui/material/Box';
import Select from '@mui/material/Select';
import { useId, useRef, type KeyboardEvent } from 'react';
import { FieldFrame } from '../../../ui/field-frame.tsx';
import { TextArea } from '../../../tools/keywords/text-area.tsx';
import { WordsField } from '../../../tools/keywords/words-field.tsx';
import { WordCheck } from '../../../tools/words/word-check.tsx';
import { WordWarning } from '../../../tools/words/word-warning.tsx';
import { EditorHeader } from './editor-header.tsx';
import { FieldCounter } from './field-counter.tsx';
import { useNamedTexts } from './use-named-texts.ts';
import type { ResultEdit } from './use-result-edit.ts';

interface Props {
  result: KeywordResult;
  edit: ResultEdit;
}

/** Edits the texts of one image in place. Each field saves on blur. */
export function ResultEditor({ result, edit }: Props) {
  const id = useId();
  const { texts, errors, change, save } = edit;
  const { seo_image_title: title, seo_description: description, keywords, category } = texts;
  const named = useNamedTexts(texts, result.isMadeByAi);
  const field = useRef<HTMLDivElement>(null);
  const focusKeyword = (word: NamedWord) => {
    const index = keywords.findIndex((keyword) => named.keywords.get(keyword)?.includes(word));
    field.current?.querySelector<HTMLElement>(`[data-word="${index}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      save();
    } else if (event.key === 'Escape' && edit.isChanged) {
      // Otherwise Escape would close the dialog.
      event.stopPropagation();
      edit.revert();
    }
  };
  return (
    <Box role="group" aria-label={result.fileName} sx={EDITOR}>
      <EditorHeader result={result} edit={edit} />
      <Box sx={COLUMN}>
        <FieldFrame
          id={`${id}-title`}
          label="Title"
          htmlFor={`${id}-title-input`}
          error={errors.seo_image_title}
          end={<FieldCounter name="title" count={title.length} maxCount={MAX_TITLE_LENGTH} text={title} />}
        >
          <WordCheck id={`${id}-title-words`} text={title} words={named.title}>
            <TextArea
              id={`${id}-title-input`}
              rows={1}
              value={title}
              isInvalid={errors.seo_image_title !== undefined}
              aria-describedby={`${id}-title-message ${id}-title-words`}
              onChange={(text) => change({ seo_image_title: text.replaceAll('\n', ' ') })}
              onKeyDown={onKeyDown}
              onBlur={save}
            />
          </WordCheck>
        </FieldFrame>
        <FieldFrame
          id={`${id}-description`}
          label="Description"
          htmlFor={`${id}-description-input`}
          error={errors.seo_description}
          end={
            <FieldCounter
              name="description"
              count={description.length}
              maxCount={MAX_DESCRIPTION_LENGTH}
              text={description}
            />
          }
        >
          <WordCheck id={`${id}-description-words`} text={description} words={named.description}>
            <TextArea
              id={`${id}-description-input`}
              rows={2}
              value={description}
              isInvalid={errors.seo_description !== undefined}
              aria-describedby={`${id}-description-message ${id}-description-words`}
              onChange={(text) => change({ seo_description: text.replaceAll('\n', ' ') })}
              onKeyDown={onKeyDown}
              onBlur={save}
            />
          </WordCheck>
        </FieldFrame>
        <FieldFrame id={`${id}-category`} label="Category" htmlFor={`${id}-category-input`}>
          <Select
            native
            value={String(category ?? '')}
            onChange={({ target }) => {
              change({ category: target.value === '' ? null : Number(target.value) });
              save();
            }}
            inputProps={{ id: `${id}-category-input` }}
            sx={SELECT}
          >
            <option value="">No category</option>
            {STOCK_CATEGORIES.map(({ id: number, name }) => (
              <option key={number} value={number}>
                {name}
              </option>
            ))}
          </Select>
        </FieldFrame>
      </Box>
      <FieldFrame
        id={`${id}-keywords`}
        label="Keywords"
        error={errors.keywords}
        end={
          <FieldCounter
            name="keywords"
            count={keywords.length}
            maxCount={MAX_KEYWORDS}
            text={keywords.join(', ')}
          />
        }
      >
        <div ref={field}>
          <WordsField
            label="Keywords"
            words={keywords}
            maxWords={MAX_KEYWORDS}
            placeholder="Type a keyword and press Enter"
            isOrdered
            isInvalid={errors.keywords !== undefined}
            refused={new Set(named.keywords.keys())}
            onChange={(words) => change({ keywords: words })}
            onLeave={save}
          />
          <WordWarning
            id={`${id}-keywords-words`}
            words={[...named.keywords.values()].flat()}
            onSelect={focusKeyword}
          />
        </div>
      </FieldFrame>
    </Box>
  );
}

/** On wide screens, keywords are beside the other texts. */
const EDITOR = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
  alignItems: 'start',
  columnGap: 6,
  rowGap: 2,
  minWidth: 0,
  '& > :first-of-type': { gridColumn: '1 / -1' },
} as const;
const COLUMN = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, minWidth: 0 } as const;
const SELECT = {
  justifySelf: 'start',
  maxWidth: '100%',
  fontSize: '0.875rem',
  '& select': { py: '6px' },
} as const;
