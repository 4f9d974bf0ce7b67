import { createContext, useCallback, useContext, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';

const STEPS = ['prompts', 'models', 'stages', 'start'] as const;
export type StepName = (typeof STEPS)[number];

interface Steps {
  open: ReadonlySet<StepName>;
  setOpen: (name: StepName, isOpen: boolean) => void;
}

export const StepsContext = createContext<Steps>({ open: new Set(), setOpen: () => undefined });

export const useStep = (name: StepName) => {
  const { open, setOpen } = useContext(StepsContext);
  return { isOpen: open.has(name), toggle: () => setOpen(name, !open.has(name)) };
};

/** Which steps of the form are open. The others are folded to their summary. */
export function useSteps(findOpen: () => readonly StepName[]) {
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
    openAll: () => setAll(new Set(STEPS)),
    /** Rendered when it returns, so that something in it can take the focus. */
    reveal: (name: StepName) => flushSync(() => setOpen(name, true)),
  };
}
