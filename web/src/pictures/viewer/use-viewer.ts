import { useState } from 'react';

interface Viewed {
  index: number;
  startsComparing: boolean;
  /** How many times the viewer was opened: its key, so that each opening starts anew. */
  opened: number;
}

/** Which picture of a list the viewer shows. It stays while the viewer closes. */
export function useViewer() {
  const [viewed, setViewed] = useState<Viewed>();
  const [isOpen, setIsOpen] = useState(false);
  return {
    viewed,
    isOpen,
    open: (index: number, startsComparing = false) => {
      setViewed((before) => ({ index, startsComparing, opened: (before?.opened ?? 0) + 1 }));
      setIsOpen(true);
    },
    move: (index: number) => setViewed((before) => before && { ...before, index }),
    close: () => setIsOpen(false),
  };
}
