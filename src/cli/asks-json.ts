/**
 * Whether the words after `shedworks` request JSON. Errors are then JSON too, even those found before the options are
 * parsed.
 */
export function asksJson(): boolean {
  const words = process.argv.slice(2);
  const ownWords = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  return ownWords.some(
    (word, n) =>
      word === '--json' ||
      /^--output=(nd)?json$/.test(word) ||
      (word === '--output' && /^(nd)?json$/.test(ownWords[n + 1] ?? '')),
  );
}
