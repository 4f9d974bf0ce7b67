export const TYPED_WORD = 'DELETE';

export const isTypedWord = (typed: string): boolean => typed.trim().toUpperCase() === TYPED_WORD;
