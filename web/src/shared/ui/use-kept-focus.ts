import { useEffect, useEffectEvent } from 'react';

/**
 * A button that is disabled while its action runs loses the focus. Returns it afterwards, or gives it to another element if
 * the button is gone, unless people have moved on.
 */
export function useKeptFocus(isBusy: boolean, findOther?: () => HTMLElement | null | undefined): void {
  const giveBack = useEffectEvent((pressed: Element | null) => {
    // A dialog takes the focus of its buttons itself.
    if (document.activeElement !== document.body && !document.activeElement?.contains(pressed)) return;
    if (pressed instanceof HTMLElement) pressed.focus();
    if (document.activeElement === document.body) findOther?.()?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (!isBusy) return undefined;
    const pressed = document.activeElement;
    return () => giveBack(pressed);
  }, [isBusy]);
}
