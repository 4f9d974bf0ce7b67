import type { NamedWord } from '@portal/contracts/words/find-named-words';
import { Fragment, useLayoutEffect, useRef } from 'react';
import styles from './words.module.css';

interface Props {
  text: string;
  words: readonly NamedWord[];
}

/** Underlines words of the text area beside it: the same text lies over it, invisible and out of reach. */
export function WordMarks({ text, words }: Props) {
  const marks = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const area = marks.current?.parentElement?.querySelector('textarea');
    if (!area) return undefined;
    const align = () => marks.current && alignWith(marks.current, area);
    align();
    const observer = new ResizeObserver(align);
    observer.observe(area);
    area.addEventListener('scroll', align);
    return () => {
      observer.disconnect();
      area.removeEventListener('scroll', align);
    };
  }, []);
  return (
    <div ref={marks} aria-hidden className={styles['marks']}>
      {words.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(words[index - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(words.at(-1)?.end ?? 0)}
    </div>
  );
}

/** What decides where a line ends. */
const COPIED = [
  ...(['fontFamily', 'fontSize', 'fontWeight', 'letterSpacing', 'lineHeight'] as const),
  ...(['paddingTop', 'paddingRight', 'paddingBottom', 'paddingLeft'] as const),
];

function alignWith(marks: HTMLElement, area: HTMLTextAreaElement): void {
  const style = getComputedStyle(area);
  for (const name of COPIED) marks.style[name] = style[name];
  marks.style.left = `${area.offsetLeft + area.clientLeft}px`;
  marks.style.top = `${area.offsetTop + area.clientTop}px`;
  // Without the scroll bar.
  marks.style.width = `${area.clientWidth}px`;
  marks.style.height = `${area.clientHeight}px`;
  marks.scrollTop = area.scrollTop;
}
