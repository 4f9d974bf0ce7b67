const LABEL_WORDS = 3;
/** A trailing exclusion: ', no text', ' without people', ' --no x', ' excluding y'. */
const EXCLUSION =
  /(?:[\s,.;:(]+(?:--no|without|excluding|exclude|except|avoid|avoiding)|(?:\s*[,.;:(–—-]\s*|\s+with\s+)no)\s[^.;]*[\s.;)]*$/i;

/** The first 3 words of a prompt, with a trailing exclusion clause removed. */
export function labelPrompt(prompt: string): string {
  const text = prompt.trim();
  const wanted = text.replace(EXCLUSION, '') || text;
  return wanted
    .split(/\s+/)
    .slice(0, LABEL_WORDS)
    .join(' ')
    .replace(/[\s,.;:-]+$/, '');
}
