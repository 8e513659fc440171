import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

/** Pages between their margins, in points. */
const pages = {
  A4: { short: 507, long: 738 },
  LETTER: { short: 524, long: 688 },
} as const;
/** The height of a line and the average width of a character, relative to the font size. */
const LINE = 1.35;
const USUAL = 0.57;
const WIDE = 1;
const FONT_SIZE = 9.5;
const PADDING = 12;
const NARROWEST = 20;

type Node = Readonly<Record<string, unknown>>;

/** The space of a node: its width and its font size, in points. */
interface Space {
  readonly width: number;
  readonly fontSize: number;
}

/**
 * Lets the rows of a table, or a block that is kept together, break across pages if one could be taller than half a
 * page. The renderer would leave out what does not fit on a single page.
 */
export function withTallRows(document: TDocumentDefinitions): TDocumentDefinitions {
  const { short, long } = pages[document.pageSize === 'A4' ? 'A4' : 'LETTER'];
  const isLandscape = document.pageOrientation === 'landscape';
  const space = { width: isLandscape ? long : short, fontSize: FONT_SIZE };
  return { ...document, content: new Breaker((isLandscape ? short : long) / 2).copy(document.content, space) };
}

class Breaker {
  constructor(private readonly most: number) {}

  copy<T>(node: T, space: Space): T;
  copy(node: unknown, space: Space): unknown {
    if (Array.isArray(node)) return node.map((one: unknown) => this.copy(one, space));
    if (!isNode(node)) return node;
    const inner = getSpace(node, space);
    const copy: Record<string, unknown> = { ...node };
    for (const part of ['stack', 'columns'] as const) if (part in copy) copy[part] = this.copy(copy[part], inner);
    if (isNode(copy['table'])) copy['table'] = this.copyTable(copy['table'], inner);
    if (copy['unbreakable'] === true && getHeight(node, space) > this.most) copy['unbreakable'] = false;
    return copy;
  }

  private copyTable(table: Node, space: Space): Node {
    if (table['dontBreakRows'] !== true && table['keepWithHeaderRows'] === undefined) return table;
    const isTall = getRowHeights(table, space).some((height) => height > this.most);
    return isTall ? { ...table, dontBreakRows: false, keepWithHeaderRows: 0 } : table;
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const getList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const getSpace = ({ fontSize }: Node, space: Space): Space =>
  typeof fontSize === 'number' ? { ...space, fontSize } : space;

/** The estimated height of a node, in points. */
function getHeight(node: unknown, space: Space): number {
  if (Array.isArray(node)) return sum(node.map((one) => getHeight(one, space)));
  if (!isNode(node)) return getTextHeight(getText(node), space);
  const inner = getSpace(node, space);
  const columns = getList(node['columns']);
  const widths = divide(
    columns.map((column) => (isNode(column) ? column['width'] : undefined)),
    inner.width,
  );
  return Math.max(
    getTextHeight(getText(node['text']), inner),
    getHeight(getList(node['stack']), inner),
    isNode(node['table']) ? sum(getRowHeights(node['table'], inner)) : 0,
    ...columns.map((column, n) => getHeight(column, { ...inner, width: widths[n] ?? inner.width })),
  );
}

function getRowHeights(table: Node, space: Space): number[] {
  const widths = divide(getList(table['widths']), space.width);
  return getList(table['body']).map((row) =>
    Math.max(0, ...getList(row).map((cell, n) => getHeight(cell, { ...space, width: widths[n] ?? space.width }))),
  );
}

/** The widths of columns; those without a fixed one share what is left. */
function divide(widths: readonly unknown[], width: number): number[] {
  const fixed = widths.map((one) => (typeof one === 'number' ? one : null));
  const left = width - sum(fixed.map((one) => one ?? 0)) - PADDING * widths.length;
  const share = Math.max(NARROWEST, left / fixed.filter((one) => one === null).length);
  return fixed.map((one) => one ?? share);
}

function getText(text: unknown): string {
  if (Array.isArray(text)) return text.map(getText).join('');
  if (isNode(text)) return getText(text['text']);
  return typeof text === 'string' ? text : '';
}

function getTextHeight(text: string, { width, fontSize }: Space): number {
  if (text === '') return 0;
  const lineCounts = text.split('\n').map((line) => Math.max(1, Math.ceil((getWidth(line) * fontSize) / width)));
  return sum(lineCounts) * fontSize * LINE;
}

/** The usual width of a text, in multiples of the font size. */
function getWidth(line: string): number {
  const wideCount = line.match(/[\u1100-\uffff]/g)?.length ?? 0;
  return wideCount * WIDE + (line.length - wideCount) * USUAL;
}
