import type { NamedWord } from '@portal/contracts/words/find-named-words';
import { countOf } from '../../ui/count.ts';
import { StatusIcon } from '../../ui/status-word.tsx';
import styles from './words.module.css';

const MAX_SHOWN = 3;

interface Props {
  /** Describes the field. */
  id: string;
  words: readonly NamedWord[];
  /** Leads to the word in the field. */
  onSelect: (word: NamedWord) => void;
}

/** What agencies say about words of a field. It blocks nothing. */
export function WordWarning({ id, words, onSelect }: Props) {
  const different = [...Map.groupBy(words, ({ word }) => word.toLowerCase()).values()].flatMap(
    ([first]) => first ?? [],
  );
  const rest = different.length - MAX_SHOWN;
  return (
    <div id={id} role="status">
      {different.length > 0 && (
        <ul aria-label="Words that agencies refuse" className={styles['warning']}>
          {different.slice(0, MAX_SHOWN).map((word) => (
            <li key={word.start + word.word}>
              <StatusIcon tone="warning" />
              <span>
                <button type="button" onClick={() => onSelect(word)}>
                  “{word.word}”
                </button>{' '}
                {word.why}
              </span>
            </li>
          ))}
          {rest > 0 && <li>And {countOf(rest, 'more word', 'more words')}.</li>}
        </ul>
      )}
    </div>
  );
}
