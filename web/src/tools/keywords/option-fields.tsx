import {
  MIN_KEYWORDS,
  KEYWORD_LANGUAGES,
  KeywordLanguageSchema,
  MAX_CONTEXT_LENGTH,
  MAX_KEYWORDS,
  MAX_WORDS,
} from '@portal/contracts/keyword-generator';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Select from '@mui/material/Select';
import Slider from '@mui/material/Slider';
import { useId } from 'react';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { TextArea } from './text-area.tsx';
import { WordsField } from './words-field.tsx';
import { describeOptions } from './describe-options.ts';
import { DEFAULT_OPTIONS, type ChangeOptions, type Options } from './saved-options.ts';

interface Props {
  options: Options;
  /** While sending, changes would have no effect. */
  isDisabled: boolean;
  onChange: ChangeOptions;
}

export function OptionFields({ options, isDisabled, onChange }: Props) {
  const id = useId();
  const { context, mustAppear, mustNotAppear, keywordCount, language } = options;
  return (
    <>
      <FieldFrame
        id={`${id}-context`}
        label="Context for the whole batch"
        htmlFor={`${id}-context-input`}
        end={context.length > MAX_CONTEXT_LENGTH * 0.8 && `${context.length} / ${MAX_CONTEXT_LENGTH}`}
      >
        <TextArea
          id={`${id}-context-input`}
          value={context}
          maxLength={MAX_CONTEXT_LENGTH}
          disabled={isDisabled}
          rows={2}
          placeholder="What the images have in common: a place, an event, a product"
          onChange={(text) => onChange({ context: text })}
        />
      </FieldFrame>
      <FieldFrame id={`${id}-must`} label="Words that must appear">
        <WordsField
          label="Words that must appear"
          words={mustAppear}
          maxWords={MAX_WORDS}
          isDisabled={isDisabled}
          placeholder="Type a word and press Enter"
          onChange={(words) => onChange({ mustAppear: words })}
        />
      </FieldFrame>
      <FieldFrame id={`${id}-must-not`} label="Words that must not appear">
        <WordsField
          label="Words that must not appear"
          words={mustNotAppear}
          maxWords={MAX_WORDS}
          isDisabled={isDisabled}
          placeholder="Type a word and press Enter"
          onChange={(words) => onChange({ mustNotAppear: words })}
        />
      </FieldFrame>
      <FieldFrame id={`${id}-count`} label="Number of keywords" end={`Up to ${keywordCount}`}>
        <Box sx={{ display: 'flex', px: 2 }}>
          <Slider
            size="small"
            min={MIN_KEYWORDS}
            max={MAX_KEYWORDS}
            value={keywordCount}
            disabled={isDisabled}
            onChange={(_event, value) => onChange({ keywordCount: value })}
            aria-labelledby={`${id}-count-label`}
          />
        </Box>
      </FieldFrame>
      <FieldFrame id={`${id}-language`} label="Language" htmlFor={`${id}-language-input`} isRow>
        <Select
          native
          fullWidth
          value={language}
          disabled={isDisabled}
          onChange={({ target }) => onChange({ language: KeywordLanguageSchema.parse(target.value) })}
          inputProps={{ id: `${id}-language-input` }}
          sx={{ fontSize: '0.875rem', '& select': { py: '7px' } }}
        >
          {KEYWORD_LANGUAGES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </FieldFrame>
      {describeOptions(options) !== '' && (
        <Button
          color="inherit"
          size="small"
          disabled={isDisabled}
          onClick={() => onChange(DEFAULT_OPTIONS)}
          sx={{ justifySelf: 'start', ml: -2, px: 2, color: 'text.secondary', fontSize: '0.8125rem' }}
        >
          Reset options
        </Button>
      )}
    </>
  );
}
