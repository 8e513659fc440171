import { SaxesParser } from 'saxes';
import { damaged, MOST, Unreadable } from './limits.js';

export type Attributes = Readonly<Record<string, string>>;

/** What is told of an XML part; names without their prefix, CDATA as text. */
export interface XmlListener {
  open(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Tells a listener what is in an XML text that comes piece by piece. Nothing in it is expanded but characters; throws `Unreadable`. */
export class XmlReader {
  private readonly parser = new SaxesParser({ xmlns: false, position: false });
  private silence = 0;
  private depth = 0;

  constructor(listener: XmlListener) {
    this.parser.on('opentag', ({ name, attributes }) => {
      this.silence = 0;
      if ((this.depth += 1) > MOST.xmlDepth) throw damaged();
      listener.open(localName(name), attributes);
    });
    this.parser.on('closetag', ({ name }) => {
      this.depth -= 1;
      listener.close?.(localName(name));
    });
    const heard = (text: string): void => {
      this.silence = 0;
      listener.text?.(text);
    };
    this.parser.on('text', heard);
    this.parser.on('cdata', heard);
    this.parser.on('doctype', refuseDoctype);
  }

  write(text: string): void {
    this.silence += text.length;
    if (this.silence > MOST.xmlToken + text.length) throw damaged();
    guarded(() => this.parser.write(text));
  }

  end(): void {
    guarded(() => this.parser.close());
  }
}

/** Reads a whole part. */
export async function parseXml(text: AsyncIterable<string>, listener: XmlListener): Promise<void> {
  const reader = new XmlReader(listener);
  for await (const piece of text) reader.write(piece);
  reader.end();
}

/** An attribute by its name without prefix. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  const suffix = `:${name}`;
  return attributes[name] ?? Object.entries(attributes).find(([key]) => key.endsWith(suffix))?.[1];
}

/** Whether an attribute says yes. */
export const isYes = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on';

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function refuseDoctype(): never {
  throw new Unreadable('it declares a document type, which no spreadsheet program writes: save it again');
}

function guarded(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    throw error instanceof Unreadable ? error : damaged();
  }
}
