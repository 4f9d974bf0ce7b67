import { MAX_WORDS } from '@portal/contracts/keyword-generator';
import {
  MarketSchema,
  MAX_SUGGESTIONS,
  MAX_THEME_LENGTH,
  MIN_SUGGESTIONS,
  type Market,
} from '@portal/contracts/prompt-suggestions';
import Box from '@mui/material/Box';
import Slider from '@mui/material/Slider';
import { useId } from 'react';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { Segments } from '../../ui/segments.tsx';
import { TextArea } from '../keywords/text-area.tsx';
import { WordsField } from '../keywords/words-field.tsx';
import type { Wishes } from './suggestions-draft.ts';

interface Props {
  wishes: Wishes;
  isDisabled: boolean;
  /** What is wrong with the theme. */
  error: string | undefined;
  onChange: (change: Partial<Wishes>) => void;
}

const MARKETS: Record<Market, string> = { stock: 'Stock', social: 'Social', print: 'Print' };
const TYPE_WORD = 'Type a word and press Enter';

/** What the prompts are about. */
export function WishesFields({ wishes, isDisabled, error, onChange }: Props) {
  const id = useId();
  const { theme, market, count, must, mustNot } = wishes;
  const words = [
    { name: 'must', label: 'Must appear', value: must },
    { name: 'mustNot', label: 'Must not appear', value: mustNot },
  ];
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      <FieldFrame
        id={`${id}-theme`}
        label="Theme"
        htmlFor={`${id}-theme-input`}
        error={error}
        hint="The prompts are in the language of the theme."
        end={theme.length > MAX_THEME_LENGTH * 0.8 && `${theme.length} / ${MAX_THEME_LENGTH}`}
      >
        <TextArea
          id={`${id}-theme-input`}
          value={theme}
          isInvalid={error !== undefined}
          aria-describedby={`${id}-theme-message`}
          maxLength={MAX_THEME_LENGTH}
          disabled={isDisabled}
          autoFocus
          rows={2}
          placeholder="Remote work in small towns"
          onChange={(text) => onChange({ theme: text })}
        />
      </FieldFrame>
      <FieldFrame id={`${id}-market`} label="Market">
        <Segments
          id={`${id}-market`}
          name={`${id}-market`}
          value={market}
          segments={MarketSchema.options.map((value) => ({ value, label: MARKETS[value] }))}
          onChoose={(value) => onChange({ market: MarketSchema.parse(value) })}
        />
      </FieldFrame>
      <FieldFrame id={`${id}-count`} label="Number of prompts" end={count}>
        <Box sx={{ display: 'flex', px: 2 }}>
          <Slider
            size="small"
            min={MIN_SUGGESTIONS}
            max={MAX_SUGGESTIONS}
            step={10}
            value={count}
            disabled={isDisabled}
            onChange={(_event, value) => onChange({ count: value })}
            aria-labelledby={`${id}-count-label`}
          />
        </Box>
      </FieldFrame>
      {words.map(({ name, label, value }) => (
        <FieldFrame key={name} id={`${id}-${name}`} label={label}>
          <WordsField
            label={label}
            words={value}
            maxWords={MAX_WORDS}
            isDisabled={isDisabled}
            placeholder={TYPE_WORD}
            onChange={(next) => onChange({ [name]: next })}
          />
        </FieldFrame>
      ))}
    </Box>
  );
}
