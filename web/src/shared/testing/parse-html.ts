export interface ParsedElement {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  /** With the visible texts of its descendants, one space between elements. */
  text: string;
  /** The `label` around it. */
  label: ParsedElement | undefined;
}

const TOKENS = /<style.*?<\/style>|<\/?([a-z][\w-]*)((?:\s[^\s=>]+="[^"]*")*)\s*\/?>|([^<]+)/gs;
const VOID_TAGS = new Set(['br', 'hr', 'img', 'input']);

/** Reads what React's server renderer writes, which is well-formed. In document order. */
export function parseHtml(html: string): readonly ParsedElement[] {
  const elements: ParsedElement[] = [];
  const open: ParsedElement[] = [];
  const addText = (text: string) => {
    for (const element of open.toReversed()) {
      element.text += text;
      // Its own text may describe another element.
      if ('hidden' in element.attributes) return;
    }
  };
  for (const [token, tag, attributes = '', text] of html.matchAll(TOKENS)) {
    if (text !== undefined) addText(decode(text));
    if (tag === undefined) continue;
    addText(' ');
    if (token.startsWith('</')) {
      open.pop();
      continue;
    }
    const label = open.findLast((around) => around.tag === 'label');
    const element: ParsedElement = { tag, attributes: readAttributes(attributes), text: '', label };
    elements.push(element);
    if (!VOID_TAGS.has(tag) && !token.endsWith('/>')) open.push(element);
  }
  for (const element of elements) element.text = element.text.replaceAll(/[\s\u200B]+/g, ' ').trim();
  return elements;
}

const readAttributes = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([^\s=]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decode(value)]),
  );

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const decode = (text: string): string =>
  text.replaceAll(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
