/**
 * An element beside all dialogs. MUI hides everything outside an open dialog from screen readers and returns the focus to it
 * (ModalManager and FocusTrap); toasts must stay reachable above it.
 */
export function addToastContainer(): HTMLElement {
  const container = document.createElement('div');
  const showAgain = new MutationObserver(() => container.removeAttribute('aria-hidden'));
  showAgain.observe(container, { attributeFilter: ['aria-hidden'] });
  // The dialog listens on the document.
  document.body.addEventListener('focusin', (event) => {
    if (event.target instanceof Node && container.contains(event.target)) event.stopPropagation();
  });
  document.body.append(container);
  return container;
}
