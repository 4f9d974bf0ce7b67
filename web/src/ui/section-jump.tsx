import { useEffect, useState, type ReactNode } from 'react';
import styles from './section-jump.module.css';

interface Props {
  formId: string;
  historyId: string;
  count: ReactNode;
}

/** On the document while the form is out of view. On a phone, its submit bar would cover the history. */
export const FORM_PASSED = 'data-form-passed';
/** The header and this navigation cover the top of the window, and the last fields of a form need some space. */
const BELOW_BARS = '-160px 0px 0px';

/** Leads from a tool's form to its history and back, where one is below the other. */
export function SectionJump({ formId, historyId, count }: Props) {
  const isHistory = useIsWithin(historyId, '-50% 0px', false);
  const isFormShown = useIsWithin(formId, BELOW_BARS, true);
  useEffect(() => {
    document.documentElement.toggleAttribute(FORM_PASSED, !isFormShown);
    return () => document.documentElement.removeAttribute(FORM_PASSED);
  }, [isFormShown]);
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

/** Whether an element is within the window, less the margin. */
function useIsWithin(id: string, rootMargin: string, isAtFirst: boolean): boolean {
  const [isWithin, setIsWithin] = useState(isAtFirst);
  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setIsWithin(entries.at(-1)?.isIntersecting ?? isAtFirst),
      { rootMargin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [id, rootMargin, isAtFirst]);
  return isWithin;
}
