/**
 * Whether the words after `shedworks` ask for JSON: then errors are JSON too, also those found before the options are
 * read.
 */
export function asksJson(words: readonly string[] = process.argv.slice(2)): boolean {
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  return own.some(
    (word, n) =>
      word === '--json' ||
      /^--output=(nd)?json$/.test(word) ||
      (word === '--output' && /^(nd)?json$/.test(own[n + 1] ?? '')),
  );
}
