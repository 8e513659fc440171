import { oneLine } from '../../kernel/text/plain-text.js';
import { LINK_PLACE } from './link-place.js';

/** A screen that an email leads to: its link text, its address in the dashboard, and its name in the menu. */
export interface MailLink {
  readonly label: string;
  readonly path: string;
  readonly menu: string;
}

/** A record in a list; without a path it is text only. */
export interface MailItem {
  readonly text: string;
  readonly path: string | null;
}

/** A part of an email, in reading order. A quote is text that a user wrote; a link is secret until it is sent. */
export type MailPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'link'; readonly label: string }
  | { readonly kind: 'facts'; readonly facts: readonly { readonly label: string; readonly value: string }[] }
  | { readonly kind: 'list'; readonly title: string; readonly items: readonly MailItem[] };

/** The content of an email. */
export interface MailContent {
  readonly heading: string;
  readonly parts: readonly MailPart[];
  /** The record that it is about; null only if a part is the link. */
  readonly action: MailLink | null;
  /** Why the recipient gets it, as a sentence. */
  readonly why: string;
  /** Where to change that; null only if no screen can, and `why` names who can. */
  readonly change: MailLink | null;
}

/** The sender, and the dashboard's address. Without an address, emails describe the way through the menu. */
export interface Letterhead {
  readonly company: string;
  readonly product: string;
  readonly address: string | null;
}

/** An email in its two forms: plain text, and HTML for mail programs, which support only tables and inline styles. */
export const layOutMail = (
  content: MailContent,
  letterhead: Letterhead,
): { readonly text: string; readonly html: string } => ({
  text: writeText(content, letterhead),
  html: writeHtml(content, letterhead),
});

/** The content of an email whose text already gives the reason, as older versions stored it. */
export const textContent = (heading: string, text: string, link: MailLink | null = null): MailContent => ({
  ...{ heading, parts: [{ kind: 'text', text }], action: link, why: '', change: null },
});

function writeText({ heading, parts, action, why, change }: MailContent, letterhead: Letterhead): string {
  const body = [heading, ...parts.map((part) => writePart(part, letterhead)), action && pointTo(action, letterhead)];
  const foot = [why, change && pointTo(change, letterhead)].filter(Boolean).join('\n');
  return [...body, foot && `-- \n${foot}`].filter(Boolean).join('\n\n');
}

/** How to find a screen: its address, or the way through the menu. */
const pointTo = ({ label, path, menu }: MailLink, { address, product }: Letterhead): string =>
  address === null ? `${label} in ${product} under ${menu}.` : `${label}: ${address}${path}`;

function writePart(part: MailPart, { address }: Letterhead): string {
  if (part.kind === 'facts') return part.facts.map(({ label, value }) => `${label}: ${value}`).join('\n');
  if (part.kind === 'quote') return part.text.replace(/^/gm, '> ');
  if (part.kind === 'text') return part.text;
  if (part.kind === 'link') return LINK_PLACE;
  const items = part.items.map(({ text, path }) => `- ${text}${path && address ? `\n  ${address}${path}` : ''}`);
  return [part.title, ...items].join('\n');
}

const FONT = `font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;

/** Dark colors for mail programs that support them. All others show the light ones, which are inline. */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0f172a!important}.card{background:#1e293b!important;border-color:#334155!important}
.ink{color:#e2e8f0!important}.soft{color:#94a3b8!important}.rule{border-color:#334155!important}
.link{color:#93c5fd!important}.button{background:#60a5fa!important}.button a{color:#0f172a!important}}
@media (max-width:620px){.inner{padding:20px 20px 4px!important}td.page{padding:12px 8px!important}}`;

/** The preview text after the subject in a list of emails, with at most this many characters. */
const PREVIEW = 140;

function writeHtml({ heading, parts, action, why, change }: MailContent, letterhead: Letterhead): string {
  const paragraphs = parts.filter(({ kind }) => kind !== 'link').map((part) => writePart(part, letterhead));
  const preview = oneLine(paragraphs.join(' ')).slice(0, PREVIEW);
  const rows = [
    row(
      `<h1 class="ink" style="margin:0;color:#0f172a;font-size:20px;line-height:28px;font-weight:600">${escapeHtml(heading)}</h1>`,
    ),
    ...parts.map((part) => row(drawPart(part, letterhead))),
    ...(action ? [row(drawAction(action, letterhead))] : []),
  ].join('');
  const foot = [why && linkAddresses(why), change && drawChange(change, letterhead)].filter(Boolean).join('<br>');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title><style>${STYLE}</style></head>
<body class="page" style="margin:0;padding:0;background:#f1f5f9">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f5f9;${FONT}"><tr><td align="center" class="page" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px">
<tr><td style="padding:0 4px 12px">${drawSender(letterhead)}</td></tr>
<tr><td class="card inner" style="padding:28px 32px 12px;background:#ffffff;border:1px solid #e2e8f0;border-radius:10px;overflow-wrap:anywhere">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows}</table></td></tr>
<tr><td class="soft" style="padding:16px 4px 0;color:#64748b;font-size:12px;line-height:18px">${foot}</td></tr>
</table></td></tr></table></body></html>`;
}

const row = (html: string): string => `<tr><td style="padding:0 0 16px">${html}</td></tr>`;

/** The company: its first letter as a logo, and its name. */
function drawSender({ company }: Letterhead): string {
  const [letter = ''] = company.trim();
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td class="button" width="28" height="28" align="center" style="width:28px;height:28px;border-radius:6px;background:#1d4ed8"><a style="color:#ffffff;font-size:14px;font-weight:700;line-height:28px;text-decoration:none">${escapeHtml(letter.toUpperCase())}</a></td>
<td class="ink" style="padding-left:10px;color:#0f172a;font-size:14px;font-weight:600">${escapeHtml(company)}</td></tr></table>`;
}

const INK = 'color:#1e293b;font-size:14px;line-height:22px';

function drawPart(part: MailPart, { address }: Letterhead): string {
  if (part.kind === 'text') return `<div class="ink" style="${INK}">${drawText(part.text)}</div>`;
  if (part.kind === 'quote')
    return `<div class="ink rule" style="${INK};padding:2px 0 2px 14px;border-left:3px solid #cbd5e1">${drawText(part.text)}</div>`;
  if (part.kind === 'facts') return drawFacts(part.facts);
  if (part.kind === 'link')
    return `${drawButton(LINK_PLACE, part.label)}<div class="soft" style="padding-top:8px;color:#64748b;font-size:12px;line-height:18px">${LINK_PLACE}</div>`;
  const items = part.items.map(({ text, path }) => {
    const words = path && address ? drawLink(`${address}${path}`, text) : escapeHtml(text);
    return `<tr><td class="ink rule" style="${INK};padding:8px 0;border-top:1px solid #e2e8f0">${words}</td></tr>`;
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="ink" style="${INK};padding:0 0 8px;font-weight:600">${escapeHtml(part.title)}</td></tr>${items.join('')}</table>`;
}

function drawFacts(facts: readonly { readonly label: string; readonly value: string }[]): string {
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td class="soft rule" valign="top" style="width:36%;padding:8px 12px 8px 0;border-top:1px solid #e2e8f0;color:#64748b;font-size:14px;line-height:20px">${escapeHtml(label)}</td>
<td class="ink rule" valign="top" style="padding:8px 0;border-top:1px solid #e2e8f0;color:#1e293b;font-size:14px;line-height:20px">${drawText(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows.join('')}</table>`;
}

/** A button, or without an address, the way through the menu. */
function drawAction(action: MailLink, letterhead: Letterhead): string {
  const { address } = letterhead;
  if (address === null)
    return `<div class="soft" style="color:#64748b;font-size:14px;line-height:22px">${escapeHtml(pointTo(action, letterhead))}</div>`;
  return drawButton(address + action.path, action.label);
}

const drawButton = (href: string, label: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td class="button" style="border-radius:6px;background:#1d4ed8">
<a href="${escapeHtml(href)}" style="display:inline-block;padding:10px 18px;color:#ffffff;font-size:14px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;

const drawChange = (change: MailLink, letterhead: Letterhead): string =>
  letterhead.address === null
    ? escapeHtml(pointTo(change, letterhead))
    : drawLink(`${letterhead.address}${change.path}`, change.label);

const drawLink = (href: string, text: string): string =>
  `<a class="link" href="${escapeHtml(href)}" style="color:#1d4ed8;text-decoration:underline">${escapeHtml(text)}</a>`;

/** A text with its line breaks, and with its addresses as links. */
const drawText = (text: string): string => linkAddresses(text).replaceAll(/\r?\n/g, '<br>');

const WEB_ADDRESS = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g;

function linkAddresses(text: string): string {
  let html = '';
  let at = 0;
  for (const { 0: address, index } of text.matchAll(WEB_ADDRESS)) {
    html += escapeHtml(text.slice(at, index)) + drawLink(address, address);
    at = index + address.length;
  }
  return html + escapeHtml(text.slice(at));
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign);
