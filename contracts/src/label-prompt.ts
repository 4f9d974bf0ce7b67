const LABEL_WORDS = 3;
/** A trailing exclusion: ', no text', ' without people', ' --no x', ' excluding y'. */
const EXCLUSION =
  /(?:[\s,.;:(]+(?:--no|without|excluding|exclude|except|avoid|avoiding)|(?:\s*[,.;:(–—-]\s*|\s+with\s+)no)\s[^.;]*[\s.;)]*$/i;

/** The first words of a prompt, by default 3, with a trailing exclusion clause removed. */
export function labelPrompt(prompt: string, words = LABEL_WORDS): string {
  const text = prompt.trim();
  const wanted = text.replace(EXCLUSION, '') || text;
  return wanted
    .split(/\s+/)
    .slice(0, words)
    .join(' ')
    .replace(/[\s,.;:-]+$/, '');
}
