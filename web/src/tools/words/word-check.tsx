import type { NamedWord } from '@portal/contracts/words/find-named-words';
import { useRef, type ReactNode } from 'react';
import { WordMarks } from './word-marks.tsx';
import { WordWarning } from './word-warning.tsx';
import styles from './words.module.css';

interface Props {
  /** Of the warning, which describes the text area. */
  id: string;
  text: string;
  words: readonly NamedWord[];
  /** The text area. */
  children: ReactNode;
}

/** A text area whose words that agencies refuse are underlined and named below. */
export function WordCheck({ id, text, words, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const select = ({ start, end }: NamedWord) => {
    const area = frame.current?.querySelector('textarea');
    area?.focus();
    area?.setSelectionRange(start, end);
  };
  return (
    <div className={styles['check']}>
      <div ref={frame} className={styles['frame']}>
        {children}
        {words.length > 0 && <WordMarks text={text} words={words} />}
      </div>
      <WordWarning id={id} words={words} onSelect={select} />
    </div>
  );
}
