import { splitPrompt } from './label-prompt.ts';
import styles from './prompt-line.module.css';

interface Props {
  prompt: string;
  onOpen: () => void;
}

/** The prompt in up to two lines, its label bold. Opens the whole prompt. */
export function PromptLine({ prompt, onOpen }: Props) {
  const { label, rest } = splitPrompt(prompt);
  return (
    <button type="button" aria-haspopup="dialog" title={prompt} onClick={onOpen} className={styles.line}>
      <span className={styles.text}>
        “<strong>{label}</strong>
        {rest}”
      </span>
    </button>
  );
}
