import { useEffect, useEffectEvent } from 'react';

/**
 * A button that is disabled while its action runs loses the focus. Returns it afterwards, unless people have moved on. If the
 * button may be gone then, use `useFocusWhenGone`, too.
 */
export function useKeptFocus(isBusy: boolean): void {
  const giveBack = useEffectEvent((pressed: Element | null) => {
    // A dialog takes the focus of its buttons itself.
    if (document.activeElement !== document.body && !document.activeElement?.contains(pressed)) return;
    if (pressed instanceof HTMLElement) pressed.focus();
  });
  useEffect(() => {
    if (!isBusy) return undefined;
    const pressed = document.activeElement;
    return () => giveBack(pressed);
  }, [isBusy]);
}
