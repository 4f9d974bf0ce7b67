/** A phone in landscape, or a desktop at 400% zoom. Nothing is fixed there, because it would cover the content. */
export const SHORT_SCREEN = '@media (max-height: 400px)';
