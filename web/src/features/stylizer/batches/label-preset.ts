const NAMES: Partial<Record<string, string>> = { renaissance: 'Renaissance', studioghibli: 'Studio Ghibli' };

/** A batch keeps the id of its preset; this is what its badge says. */
export const labelPreset = (id: string): string => NAMES[id] ?? id.charAt(0).toUpperCase() + id.slice(1);
