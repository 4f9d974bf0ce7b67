/** Of a button with `aria-pressed`. */
export const PRESSED = {
  '&[aria-pressed=true]': { bgcolor: 'action.selected', borderColor: 'primary.main' },
} as const;
