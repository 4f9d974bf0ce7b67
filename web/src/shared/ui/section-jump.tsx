import { useEffect, useState, type ReactNode } from 'react';
import styles from './section-jump.module.css';

interface Props {
  formId: string;
  historyId: string;
  count: ReactNode;
}

/** On the document while the history is in the middle of the window. On a phone, the form's submit bar would cover it. */
export const HISTORY_SHOWN = 'data-history-shown';

/** Leads from a tool's form to its history and back, where one is below the other. */
export function SectionJump({ formId, historyId, count }: Props) {
  const isHistory = useIsInMiddle(historyId);
  useEffect(() => {
    document.documentElement.toggleAttribute(HISTORY_SHOWN, isHistory);
    return () => document.documentElement.removeAttribute(HISTORY_SHOWN);
  }, [isHistory]);
  return (
    <nav aria-label="Sections" className={styles.bar}>
      <button type="button" aria-current={!isHistory} onClick={() => show(formId, 'top')}>
        Form
      </button>
      <button type="button" aria-current={isHistory} onClick={() => show(historyId)}>
        History{count}
      </button>
    </nav>
  );
}

function show(id: string, place?: 'top'): void {
  const section = document.getElementById(id);
  if (place === 'top') scrollTo(0, 0);
  else section?.scrollIntoView();
  section?.focus({ preventScroll: true });
}

/** Whether an element crosses the middle of the viewport. */
function useIsInMiddle(id: string): boolean {
  const [isInMiddle, setIsInMiddle] = useState(false);
  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setIsInMiddle(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '-50% 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [id]);
  return isInMiddle;
}
