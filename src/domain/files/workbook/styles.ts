import { toKeys } from '../../kernel/objects.js';
/**
 * The contents of a column: anything, text, dates as `2026-03-02`, whole cents, dollars with up to four decimals,
 * numbers, or fractions shown as percents.
 */
export type ColumnKind = 'any' | 'text' | 'day' | 'money' | 'dollars' | 'number' | 'percent';

interface Look {
  readonly format: { readonly id: number; readonly code: string };
  readonly side: 'left' | 'right';
  /** In characters. */
  readonly width: number;
}

const FIRST_OWN_FORMAT = 164;

/** The appearance of each kind of column; every program knows the formats with IDs below 164. */
const looks = {
  any: { format: { id: 0, code: 'General' }, side: 'left', width: 16 },
  text: { format: { id: 49, code: '@' }, side: 'left', width: 24 },
  day: { format: { id: 164, code: 'mm/dd/yyyy' }, side: 'left', width: 12 },
  money: { format: { id: 165, code: '$#,##0.00' }, side: 'right', width: 15 },
  dollars: { format: { id: 166, code: '$#,##0.00##' }, side: 'right', width: 15 },
  number: { format: { id: 0, code: 'General' }, side: 'right', width: 12 },
  percent: { format: { id: 10, code: '0.00%' }, side: 'right', width: 10 },
} as const satisfies Record<ColumnKind, Look>;

/** The role of a cell in its column. */
const roles = ['header', 'value', 'total'] as const;
type Role = (typeof roles)[number];

const kinds = toKeys(looks);
const TOP_LINE = '<border><left/><right/><top style="thin"/><bottom/><diagonal/></border>';
const NO_LINE = '<border><left/><right/><top/><bottom/><diagonal/></border>';
const NORMAL_FONT = '<font><sz val="11"/><name val="Calibri"/><family val="2"/></font>';
const BOLD_FONT = '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font>';

/** How a kind of column looks: its format, its alignment and its default width. */
export const getLook = (kind: ColumnKind): Look => looks[kind];

/** The style number of a cell. */
export const getStyle = (kind: ColumnKind, role: Role): number =>
  1 + kinds.indexOf(kind) * roles.length + roles.indexOf(role);

/** The styles part that the numbers of `getStyle` refer to. */
export function stylesXml(main: string): string {
  const codes = Object.values(looks).flatMap(({ format }) =>
    format.id < FIRST_OWN_FORMAT ? [] : [`<numFmt numFmtId="${format.id}" formatCode="${format.code}"/>`],
  );
  const styles = kinds.flatMap((kind) => roles.map((role) => styleXml(kind, role)));
  return (
    `<styleSheet xmlns="${main}"><numFmts count="${codes.length}">${codes.join('')}</numFmts>` +
    `<fonts count="2">${NORMAL_FONT}${BOLD_FONT}</fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    `<borders count="2">${NO_LINE}${TOP_LINE}</borders>` +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${styles.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${styles.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}

function styleXml(kind: ColumnKind, role: Role): string {
  const { format, side } = looks[kind];
  const alignment = `horizontal="${side}"${side === 'left' ? ' indent="1"' : ''}${role === 'header' ? ' wrapText="1"' : ''}`;
  return (
    `<xf numFmtId="${format.id}" fontId="${role === 'value' ? 0 : 1}" fillId="0" borderId="${role === 'total' ? 1 : 0}" xfId="0"` +
    ` applyNumberFormat="1" applyFont="1" applyBorder="1" applyAlignment="1"><alignment ${alignment}/></xf>`
  );
}
