import { SaxesParser } from 'saxes';
import { toDamaged, MOST, UnreadableFile } from '../limits.js';
import {
  type Attributes,
  type Language,
  MARKUP,
  namespaceIn,
  type Namespaces,
  getNamespaces,
  NO_NAMESPACES,
} from './xml-names.js';

/** The elements that a listener handles, by name, each with those it handles inside it. */
export interface KnownElements {
  readonly [name: string]: KnownElements;
}

/** Receives the known elements of an XML part: names without their prefix, CDATA as text. */
export interface XmlListener {
  open(name: string, attributes: Attributes, namespaces: Namespaces): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** An open element. One without a name is not reported, and is searched only if it has known elements. */
interface Open {
  readonly name: string | null;
  readonly knownElement: KnownElements | null;
  readonly namespaces: Namespaces;
  /** For a list of alternatives: whether one of them has been read. */
  alternatives?: 'open' | 'taken';
}

/**
 * Parses an XML text that arrives in pieces and reports the known `elements`, matched by namespace (the root's)
 * and position. Of several alternatives, the first that requires no extension is read. No entities except characters
 * are expanded. Throws `UnreadableFile`.
 */
export class XmlReader {
  private readonly parser = new SaxesParser({ xmlns: false, position: false });
  private readonly path: Open[] = [];
  private namespace: string | null = null;
  private silence = 0;

  constructor(
    private readonly language: Language,
    private readonly elements: KnownElements,
    private readonly listener: XmlListener,
  ) {
    this.parser.on('opentag', ({ name, attributes }) => this.open(name, attributes));
    this.parser.on('closetag', () => this.close());
    this.parser.on('text', (text) => this.text(text));
    this.parser.on('cdata', (text) => this.text(text));
    this.parser.on('doctype', refuseDoctype);
  }

  write(text: string): void {
    this.silence += text.length;
    if (this.silence > MOST.xmlToken + text.length) throw toDamaged();
    guard(() => this.parser.write(text));
  }

  end(): void {
    guard(() => this.parser.close());
  }

  private open(tag: string, attributes: Attributes): void {
    this.silence = 0;
    if (this.path.length >= MOST.xmlDepth) throw toDamaged();
    const parent = this.path.at(-1);
    const namespaces = getNamespaces(attributes, parent?.namespaces ?? NO_NAMESPACES);
    const name = tag.slice(tag.indexOf(':') + 1);
    const namespace = namespaceIn(namespaces, tag);
    if (!parent) this.begin(name, namespace);
    else if (namespace === this.namespace && Object.hasOwn(this.elements, name)) throw toDamaged(); // a root inside the root
    const around = parent ? parent.knownElement : this.elements;
    if (namespace === MARKUP) {
      this.path.push(this.alternative(name, attributes, namespaces));
      return;
    }
    const element =
      around !== null && namespace === this.namespace && Object.hasOwn(around, name) ? around[name] : null;
    this.path.push({ name: element ? name : null, knownElement: element ?? null, namespaces });
    if (element) this.listener.open(name, attributes, namespaces);
  }

  /** The root determines the namespace of the whole part. */
  private begin(name: string, namespace: string | undefined): void {
    if (namespace === undefined || !this.language.has(namespace) || !Object.hasOwn(this.elements, name))
      throw toDamaged();
    this.namespace = namespace;
  }

  /** Handles an element of markup compatibility: the chosen content is read as if it stood in its place. */
  private alternative(name: string, attributes: Attributes, namespaces: Namespaces): Open {
    const parent = this.path.at(-1);
    const inPlace = { name: null, knownElement: parent?.knownElement ?? null, namespaces };
    if (name === 'AlternateContent') return { ...inPlace, alternatives: 'open' };
    const isChoice = name === 'Choice' && this.understands(attributes['Requires'] ?? '', namespaces);
    if (parent?.alternatives !== 'open' || !(isChoice || name === 'Fallback'))
      return { ...inPlace, knownElement: null };
    parent.alternatives = 'taken';
    return inPlace;
  }

  private readonly understands = (prefixes: string, namespaces: Namespaces): boolean =>
    prefixes
      .split(/\s+/)
      .filter(Boolean)
      .every((prefix) => this.language.has(namespaces[prefix] ?? 'unknown'));

  private text(text: string): void {
    this.silence = 0;
    if (this.path.at(-1)?.name != null) this.listener.text?.(text);
  }

  private close(): void {
    const name = this.path.pop()?.name;
    if (name != null) this.listener.close?.(name);
  }
}

export async function parseXml(text: AsyncIterable<string>, reader: XmlReader): Promise<void> {
  for await (const piece of text) reader.write(piece);
  reader.end();
}

/** Whether an attribute is true. */
export const isYes = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on';

function refuseDoctype(): never {
  throw new UnreadableFile('it has an XML document type, which spreadsheet programs do not write; save it again');
}

function guard(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    throw error instanceof UnreadableFile ? error : toDamaged();
  }
}
