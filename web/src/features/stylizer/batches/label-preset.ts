const NAMES: Partial<Record<string, string>> = { renaissance: 'Renaissance', studioghibli: 'Studio Ghibli' };

/** A batch has only the id of its preset. */
export const labelPreset = (id: string): string => NAMES[id] ?? id.charAt(0).toUpperCase() + id.slice(1);
