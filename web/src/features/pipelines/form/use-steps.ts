import { createContext, useCallback, useContext, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';

const STEPS = ['prompts', 'models', 'stages', 'start'] as const;
export type StepName = (typeof STEPS)[number];

interface Steps {
  open: ReadonlySet<StepName>;
  setOpen: (name: StepName, isOpen: boolean) => void;
}

/** Of the step's element, and the start of its content's. */
export const sectionId = (name: StepName): string => `job-${name}`;

export const StepsContext = createContext<Steps>({ open: new Set(), setOpen: () => undefined });

export const useStep = (name: StepName) => {
  const { open, setOpen } = useContext(StepsContext);
  return { isOpen: open.has(name), toggle: () => setOpen(name, !open.has(name)) };
};

/** Which steps of the form are open. The others are folded to their summary. */
export function useSteps(findOpen: () => readonly StepName[]) {
  const [wereAllOpened, setWereAllOpened] = useState(false);
  const [open, setAll] = useState<ReadonlySet<StepName>>(() => new Set(findOpen()));
  const setOpen = useCallback(
    (name: StepName, isOpen: boolean) =>
      setAll((before) => new Set(STEPS.filter((each) => (each === name ? isOpen : before.has(each))))),
    [],
  );
  const steps = useMemo(() => ({ open, setOpen }), [open, setOpen]);
  const isAllOpen = open.size === STEPS.length;
  return {
    steps,
    isAllOpen,
    openAll: () => {
      setAll(new Set(STEPS));
      setWereAllOpened(true);
    },
    /** Called after a click or a key in a step: filled ones fold, unless that would move what the person uses. */
    foldOthers: (target: Element, unfilled: readonly StepName[]) => {
      const current = STEPS.find((name) => target.closest(`#${sectionId(name)}`));
      if (current === undefined || wereAllOpened) return;
      const others = STEPS.filter((name) => name !== current && open.has(name) && !unfilled.includes(name));
      let room = scrollY;
      const folded = others.filter((name) => {
        // It is being opened, so that the page changes anyway.
        if (!open.has(current) || STEPS.indexOf(name) > STEPS.indexOf(current)) return true;
        room -= document.getElementById(`${sectionId(name)}-content`)?.offsetHeight ?? 0;
        return room >= 0;
      });
      if (folded.length === 0) return;
      const { top } = target.getBoundingClientRect();
      flushSync(() =>
        setAll((before) =>
          // Otherwise the click has folded it.
          before.has(current) ? new Set([...before].filter((name) => !folded.includes(name))) : before,
        ),
      );
      scrollBy(0, target.getBoundingClientRect().top - top);
    },
    /** Rendered when it returns, so that something in it can take the focus. */
    reveal: (name: StepName) => flushSync(() => setOpen(name, true)),
  };
}
