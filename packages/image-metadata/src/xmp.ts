/** XMP packets: reads the properties that the portal knows, and replaces them. All others stay. */
import { DOMParser, XMLSerializer, type Document, type Element } from '@xmldom/xmldom';
import { ensure, UnreadableFile } from './container.ts';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/';
const IPTC_EXTENSION = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';
const PHOTOSHOP = 'http://ns.adobe.com/photoshop/1.0/';
const BASIC = 'http://ns.adobe.com/xap/1.0/';
const XML = 'http://www.w3.org/XML/1998/namespace';

/** Longer ones are from tools that store pictures in them. */
const MAX_LENGTH = 1024 * 1024;
/** The parser's time grows with the square of the depth. */
const MAX_TAGS = 20_000;

interface Property {
  namespace: string;
  name: string;
  /** A text with a language, a list without or with an order, or plain text. */
  kind: 'Alt' | 'Bag' | 'Seq' | 'plain';
}

/** https://www.iptc.org/std/photometadata/specification/IPTC-PhotoMetadata */
export const PROPERTIES = {
  title: { namespace: DUBLIN_CORE, name: 'dc:title', kind: 'Alt' },
  description: { namespace: DUBLIN_CORE, name: 'dc:description', kind: 'Alt' },
  keywords: { namespace: DUBLIN_CORE, name: 'dc:subject', kind: 'Bag' },
  creator: { namespace: DUBLIN_CORE, name: 'dc:creator', kind: 'Seq' },
  copyright: { namespace: DUBLIN_CORE, name: 'dc:rights', kind: 'Alt' },
  sourceType: { namespace: IPTC_EXTENSION, name: 'Iptc4xmpExt:DigitalSourceType', kind: 'plain' },
  system: { namespace: IPTC_EXTENSION, name: 'Iptc4xmpExt:AISystemUsed', kind: 'plain' },
  prompt: { namespace: IPTC_EXTENSION, name: 'Iptc4xmpExt:AIPromptInformation', kind: 'plain' },
  credit: { namespace: PHOTOSHOP, name: 'photoshop:Credit', kind: 'plain' },
  // Of the file. The date of the scene would be `photoshop:DateCreated`.
  created: { namespace: BASIC, name: 'xmp:CreateDate', kind: 'plain' },
  creatorTool: { namespace: BASIC, name: 'xmp:CreatorTool', kind: 'plain' },
} as const satisfies Record<string, Property>;
export type PropertyName = keyof typeof PROPERTIES;

export type Properties = { [Name in PropertyName]?: string | readonly string[] };

/** Each as a list of its texts. */
export function readXmp(packet: string): Partial<Record<PropertyName, readonly string[]>> {
  const descriptions = findDescriptions(parse(packet));
  return Object.fromEntries(
    Object.entries(PROPERTIES).flatMap(([key, property]) => {
      const texts = descriptions.flatMap((description) => readProperty(description, property));
      return texts.length === 0 ? [] : [[key, texts]];
    }),
  );
}

/** The packet with these properties instead of its own ones of the same names. */
export function updateXmp(packet: string | undefined, properties: Properties): string {
  const document = parse(packet ?? EMPTY);
  const descriptions = findDescriptions(document);
  const [first = addDescription(document)] = descriptions;
  for (const [key, property] of Object.entries(PROPERTIES)) {
    const value = Object.entries(properties).find(([name]) => name === key)?.[1];
    if (value === undefined) continue;
    for (const description of descriptions) removeProperty(description, property);
    const element = makeProperty(document, property, typeof value === 'string' ? [value] : value);
    if (element) first.appendChild(element);
  }
  const xml = new XMLSerializer().serializeToString(findTop(document));
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>${xml}<?xpacket end="w"?>`;
}

const EMPTY = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${RDF}"/></x:xmpmeta>`;

function parse(packet: string): Document {
  ensure(packet.length <= MAX_LENGTH, 'The XMP packet is too long.');
  ensure(!packet.includes('<!'), 'The XMP packet is no plain XML.');
  ensure(packet.split('<').length <= MAX_TAGS, 'The XMP packet has too many tags.');
  try {
    const fail = (_level: string, message: string) => {
      throw new UnreadableFile(message);
    };
    return new DOMParser({ onError: fail }).parseFromString(trim(packet), 'text/xml');
  } catch (error) {
    throw new UnreadableFile('The XMP packet is no XML.', { cause: error });
  }
}

/** Without the instructions and the padding around the element. */
const trim = (packet: string): string =>
  packet.replace(/^[\0\s\ufeff]*(<\?[^>]*\?>[\s\ufeff]*)*/, '').replace(/(<\?[^>]*\?>)?[\0\s]*$/, '');

function findTop({ documentElement }: Document): Element {
  ensure(documentElement !== null, 'The XMP packet is empty.');
  return documentElement;
}

function findRoot(document: Document): Element {
  const root = document.getElementsByTagNameNS(RDF, 'RDF').item(0);
  ensure(root !== null, 'The XMP packet has no RDF.');
  return root;
}

const findDescriptions = (document: Document): Element[] =>
  listChildren(findRoot(document)).filter(
    ({ namespaceURI, localName }) => namespaceURI === RDF && localName === 'Description',
  );

function addDescription(document: Document): Element {
  const description = document.createElementNS(RDF, 'rdf:Description');
  description.setAttributeNS(RDF, 'rdf:about', '');
  findRoot(document).appendChild(description);
  return description;
}

const listChildren = (parent: Element): Element[] =>
  [...parent.childNodes].filter((node): node is Element => node.nodeType === node.ELEMENT_NODE);

const localNameOf = ({ name }: Property): string => name.slice(name.indexOf(':') + 1);

const findElements = (description: Element, property: Property): Element[] =>
  listChildren(description).filter(
    ({ namespaceURI, localName }) =>
      namespaceURI === property.namespace && localName === localNameOf(property),
  );

function readProperty(description: Element, property: Property): string[] {
  const attribute = description.getAttributeNS(property.namespace, localNameOf(property));
  const texts = findElements(description, property).flatMap((element) => {
    const resource = element.getAttributeNS(RDF, 'resource');
    if (resource !== null && resource !== '') return [resource];
    const items = [...element.getElementsByTagNameNS(RDF, 'li')].map(({ textContent }) => textContent ?? '');
    return items.length > 0 ? items : [element.textContent ?? ''];
  });
  return [attribute ?? '', ...texts].map((text) => text.trim()).filter((text) => text !== '');
}

function removeProperty(description: Element, property: Property): void {
  description.removeAttributeNS(property.namespace, localNameOf(property));
  for (const element of findElements(description, property)) description.removeChild(element);
}

/** Undefined without a text: the property is only removed. */
function makeProperty(
  document: Document,
  { namespace, name, kind }: Property,
  values: readonly string[],
): Element | undefined {
  const texts = values.map(cleanText).filter((text) => text !== '');
  if (texts.length === 0) return undefined;
  const element = document.createElementNS(namespace, name);
  if (kind === 'plain') {
    element.appendChild(document.createTextNode(texts.join('\n')));
    return element;
  }
  const list = document.createElementNS(RDF, `rdf:${kind}`);
  for (const text of texts) {
    const item = document.createElementNS(RDF, 'rdf:li');
    if (kind === 'Alt') item.setAttributeNS(XML, 'xml:lang', 'x-default');
    item.appendChild(document.createTextNode(text));
    list.appendChild(item);
  }
  element.appendChild(list);
  return element;
}

/** XML allows neither control characters nor halves of a surrogate pair. */
const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, ' ')
    .trim();
