/** Whether a resource lacks something that is wanted. What the server adds does not count. */
export function differs(wanted: unknown, existing: unknown): boolean {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(existing) || existing.length !== wanted.length) return true;
    return wanted.some((entry, index) => differs(entry, existing[index]));
  }
  if (isRecord(wanted)) {
    return (
      !isRecord(existing) || Object.entries(wanted).some(([key, value]) => differs(value, existing[key]))
    );
  }
  return wanted !== existing;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
