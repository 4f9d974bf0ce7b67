import { useState } from 'react';

/** The highest value since the component was mounted. */
export function useMaximum(value: number): number {
  const [maximum, setMaximum] = useState(value);
  if (value > maximum) setMaximum(value);
  return Math.max(value, maximum);
}
