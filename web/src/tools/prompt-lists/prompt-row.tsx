import { type ListedPrompt } from '@portal/contracts/generation-request';
import { findPromptProblem } from '@portal/contracts/prompt-lists/find-prompt-problem';
import type { NamedWord } from '@portal/contracts/words/find-named-words';
import { X } from 'lucide-react';
import { memo, useId } from 'react';
import { IconAction } from '../../ui/icon-action.tsx';
import { WordCheck } from '../words/word-check.tsx';
import styles from './prompt-row.module.css';

interface Props {
  index: number;
  prompt: ListedPrompt;
  /** Names in the prompt. */
  words: readonly NamedWord[];
  onEdit: (index: number, change: { prompt?: string; name?: string }) => void;
  onRemove: (index: number) => void;
}

/** One picture: its name and prompt to edit. */
export const PromptRow = memo(function PromptRow({ index, prompt, words, onEdit, onRemove }: Props) {
  const id = useId();
  const number = index + 1;
  const problem = findPromptProblem(prompt);
  const facts = describeFacts(prompt);
  return (
    <div className={styles['row']}>
      <span className={styles['index']}>{number}</span>
      <div className={styles['fields']}>
        <input
          value={prompt.name ?? ''}
          placeholder="No name"
          aria-label={`Name of picture ${number}`}
          onChange={({ target }) => onEdit(index, { name: target.value })}
          // Enter would submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <WordCheck id={id} text={prompt.prompt} words={words}>
          <textarea
            rows={2}
            value={prompt.prompt}
            aria-label={`Prompt of picture ${number}`}
            aria-invalid={problem !== undefined}
            aria-describedby={id}
            onChange={({ target }) => onEdit(index, { prompt: target.value })}
          />
        </WordCheck>
        {facts !== '' && (
          <div className={styles['facts']} title={facts}>
            {facts}
          </div>
        )}
        {problem !== undefined && <div className={styles['problem']}>{problem}</div>}
      </div>
      <IconAction label={`Remove picture ${number}`} onClick={() => onRemove(index)}>
        <X size={16} />
      </IconAction>
    </div>
  );
});

const describeFacts = ({ seed, negativePrompt }: ListedPrompt): string =>
  [
    ...(seed === undefined ? [] : [`Seed ${seed}`]),
    ...(negativePrompt === undefined ? [] : [`Without: ${negativePrompt}`]),
  ].join(' · ');
