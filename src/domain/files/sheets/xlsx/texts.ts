const escapes = /_x([0-9A-Fa-f]{4})_/g;

/** Decodes the `_x000D_` escapes in a cell's text. */
export const unescape = (text: string): string =>
  text.includes('_x') ? text.replace(escapes, (_, code: string) => String.fromCharCode(parseInt(code, 16))) : text;

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Decodes the text between tags as an XML parser does; null if it refers to an invalid character. */
export function xmlUnescaped(text: string): string | null {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  if (!lines.includes('&')) return lines;
  let isGood = true;
  const unescaped = lines.replace(
    /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+));|&/g,
    (_, decimal?: string, hex?: string, name?: string) => {
      const character = getCharacter(decimal, hex, name);
      isGood &&= character !== undefined;
      return character ?? '';
    },
  );
  return isGood ? unescaped : null;
}

function getCharacter(decimal?: string, hex?: string, name?: string): string | undefined {
  if (name) return entities[name];
  const code = decimal ? Number(decimal) : hex ? parseInt(hex, 16) : 0;
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Copies a text so that it does not keep in memory the longer text it was cut from. */
export const detach = (text: string): string => (text.length > 12 ? ` ${text}`.slice(1) : text);
