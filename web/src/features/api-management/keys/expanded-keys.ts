import type { Provider } from '@portal/contracts/generation-request';
import { useState } from 'react';
import { z } from 'zod';
import { readStored, writeStored } from '../../../client/browser-storage.ts';

const NAME = 'expanded-keys';
const ExpandedSchema = z.array(z.string());

const readExpanded = (): string[] => readStored(localStorage, NAME, ExpandedSchema) ?? [];

/** Whether a provider's card is expanded, as this device remembers it. */
export function useExpanded(provider: Provider): [boolean, (isExpanded: boolean) => void] {
  const [isExpanded, setIsExpanded] = useState(() => readExpanded().includes(provider));
  const change = (next: boolean) => {
    setIsExpanded(next);
    const others = readExpanded().filter((known) => known !== provider);
    writeStored(localStorage, NAME, next ? [...others, provider] : others);
  };
  return [isExpanded, change];
}
