import { createTheme } from '@mui/material/styles';
import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { parseHtml, type ParsedElement } from './parse-html.ts';
import { PartProviders } from './part-providers.tsx';

interface FoundElement {
  attributes: Readonly<Record<string, string>>;
  text: string;
  /** The text that `aria-describedby` refers to. */
  description: string;
}

export interface RenderedPart {
  html: string;
  /** All that is visible. */
  text: string;
  /** The only element with this role and accessible name. Undefined if there is none. */
  find: (role: string, name?: string) => FoundElement | undefined;
  /** The accessible names of all elements with a role, or of those that have an attribute. */
  list: (role: string, attribute?: string) => string[];
}

interface Options {
  path?: string;
  client?: QueryClient;
}

/** The server renderer has no portals. */
const THEME = createTheme({ components: { MuiModal: { defaultProps: { disablePortal: true } } } });

/** Renders a component as it first appears, and reads it as its user would. Effects do not run. */
export function renderPart(
  part: ReactNode,
  { path = '/', client = new QueryClient() }: Options = {},
): RenderedPart {
  const html = renderToStaticMarkup(
    <PartProviders theme={THEME} path={path} client={client}>
      {part}
    </PartProviders>,
  );
  const elements = parseHtml(`<body>${html}</body>`);
  const textOf = (ids = '') =>
    ids
      .split(' ')
      .map((id) => elements.find(({ attributes }) => attributes['id'] === id)?.text ?? '')
      .join(' ')
      .trim();
  const nameOf = ({ tag, attributes, text, label }: ParsedElement): string => {
    const { id, alt, 'aria-label': ownName, 'aria-labelledby': labelIds } = attributes;
    if (ownName !== undefined) return ownName;
    if (labelIds !== undefined) return textOf(labelIds);
    const around = tag === 'input' ? label : undefined;
    const named = elements.find((other) => id !== undefined && other.attributes['for'] === id) ?? around;
    return named?.text ?? alt ?? text;
  };
  const listRole = (role: string) => elements.filter((element) => readRole(element) === role);
  return {
    html,
    text: elements.find(({ tag }) => tag === 'body')?.text ?? '',
    list: (role, attribute) =>
      listRole(role)
        .filter(({ attributes }) => attribute === undefined || attribute in attributes)
        .map(nameOf),
    find: (role, name) => {
      const [found, ...others] = listRole(role).filter(
        (element) => name === undefined || nameOf(element) === name,
      );
      if (others.length > 0) throw new Error(`Several elements are a ${role} named ${name ?? 'anything'}`);
      if (!found) return undefined;
      const { attributes, text } = found;
      return { attributes, text, description: textOf(attributes['aria-describedby']) };
    },
  };
}

/** What a hook returns at first. Its handlers can be called. */
export function renderHook<Result>(useIt: () => Result, options?: Options): Result {
  let found: { result: Result } | undefined;
  const Probe = () => {
    found = { result: useIt() };
    return undefined;
  };
  renderPart(<Probe />, options);
  if (!found) throw new Error('The hook did not run.');
  return found.result;
}

const ROLES: Readonly<Record<string, string>> = {
  a: 'link',
  article: 'article',
  button: 'button',
  dd: 'definition',
  dt: 'term',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  img: 'img',
  li: 'listitem',
  ol: 'list',
  option: 'option',
  output: 'status',
  section: 'region',
  select: 'combobox',
  textarea: 'textbox',
  time: 'time',
  ul: 'list',
};

const INPUT_ROLES: Readonly<Record<string, string>> = {
  checkbox: 'checkbox',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  search: 'searchbox',
};

function readRole({ tag, attributes: { role, type = 'text' } }: ParsedElement): string | undefined {
  return role ?? (tag === 'input' ? (INPUT_ROLES[type] ?? 'textbox') : ROLES[tag]);
}
