import { createRequire } from 'node:module';
import path from 'node:path';

const { resolve } = createRequire(import.meta.url);
const roboto = path.join(path.dirname(resolve('pdfmake/package.json')), 'fonts', 'Roboto');
const robotoCut = (cut: string): string => path.join(roboto, `Roboto-${cut}.ttf`);

const arabic = resolve('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf');
const arabicBold = resolve('@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf');
const hebrew = resolve('@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf');
const hebrewBold = resolve('@expo-google-fonts/noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf');
const thai = resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf');
const thaiBold = resolve('@expo-google-fonts/noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf');
const devanagari = resolve('@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf');
const devanagariBold = resolve('@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf');
const han = resolve('@expo-google-fonts/chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular.ttf');
const hangul = resolve('@expo-google-fonts/gowun-dodum/400Regular/GowunDodum_400Regular.ttf');
const emoji = resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf');

const cuts = (normal: string, bold = normal) => ({ normal, bold, italics: normal, bolditalics: bold });

/** The fonts of documents; a font file is only read when a document needs one of its characters. */
export const fonts = {
  Roboto: {
    normal: robotoCut('Regular'),
    bold: robotoCut('Medium'),
    italics: robotoCut('Italic'),
    bolditalics: robotoCut('MediumItalic'),
  },
  Arabic: cuts(arabic, arabicBold),
  Hebrew: cuts(hebrew, hebrewBold),
  Thai: cuts(thai, thaiBold),
  Devanagari: cuts(devanagari, devanagariBold),
  Han: cuts(han),
  Hangul: cuts(hangul),
  Emoji: cuts(emoji),
} as const;

const files: ReadonlySet<string> = new Set(Object.values(fonts).flatMap((family) => Object.values(family)));

/** Whether a file is one of the fonts that documents use, the only files they may read. */
export const isFontFile = (file: string): boolean => files.has(path.resolve(file));

/** A font for characters that Roboto does not have. */
export type ScriptFont = Exclude<keyof typeof fonts, 'Roboto'>;

const scripts: readonly (readonly [ScriptFont, RegExp])[] = [
  ['Arabic', /[\u0600-\u06ff\u0750-\u077f\u0870-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/],
  ['Hebrew', /[\u0590-\u05ff\ufb1d-\ufb4f]/],
  ['Thai', /[\u0e00-\u0e7f]/],
  ['Devanagari', /[\u0900-\u097f\u1cd0-\u1cfa\ua8e0-\ua8ff]/],
  ['Hangul', /[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff\uff40\uffa0-\uffdc]/],
  [
    'Han',
    /[\u2e80-\u312f\u3190-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff9f\uffe0-\uffee\u{20000}-\u{3ffff}]/u,
  ],
  ['Emoji', /(?=[\u2190-\u{1ffff}])[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u],
];

/** The font for a character; null for Roboto. */
export const fontFor = (character: string): ScriptFont | null =>
  scripts.find(([, like]) => like.test(character))?.[0] ?? null;

/** Whether a text has a character that Roboto does not have, or one that changes the text direction. */
export const hasOtherScript = (text: string): boolean =>
  /[\u0590-\u097f\u0e00-\u0e7f\u1100-\u11ff\u1cd0-\u1cfa\u200c-\u200f\u202a-\u202e\u2066-\u2069\u2190-\u{10ffff}]/u.test(
    text,
  );
