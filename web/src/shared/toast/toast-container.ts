/**
 * An element beside all dialogs. MUI hides everything outside an open dialog from screen readers and returns the focus to it
 * (FocusTrap and ModalManager); toasts must stay reachable above it.
 */
export function addToastContainer(): { container: HTMLElement; remove: () => void } {
  const container = document.createElement('div');
  const showAgain = new MutationObserver(() => container.removeAttribute('aria-hidden'));
  showAgain.observe(container, { attributeFilter: ['aria-hidden'] });
  // The dialog listens on the document.
  const keepFocus = (event: FocusEvent) => {
    if (event.target instanceof Node && container.contains(event.target)) event.stopPropagation();
  };
  document.body.addEventListener('focusin', keepFocus);
  document.body.append(container);
  return {
    container,
    remove: () => {
      showAgain.disconnect();
      document.body.removeEventListener('focusin', keepFocus);
      container.remove();
    },
  };
}
