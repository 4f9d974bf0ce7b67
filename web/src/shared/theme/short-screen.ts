/** A phone on its side, or a desktop at 400% zoom: nothing is fixed there, since it would cover what is read. */
export const SHORT_SCREEN = '@media (max-height: 400px)';
