import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Hides the tab, or shows it again. */
export function setVisible(isVisible: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}
