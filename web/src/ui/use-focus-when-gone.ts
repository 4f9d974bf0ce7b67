import { useEffect, useEffectEvent } from 'react';

/**
 * Gives the focus to another element once the button that had it is gone, unless people have moved on. Unlike `useKeptFocus`
 * it does not need the action to have been rendered as pending: a fast response may come before that.
 */
export function useFocusWhenGone(isGone: boolean, findOther: () => HTMLElement | null | undefined): void {
  const focusOther = useEffectEvent(() => {
    if (document.activeElement === document.body) findOther()?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (isGone) focusOther();
  }, [isGone]);
}
