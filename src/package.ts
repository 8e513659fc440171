/**
 * The folder of the package, with `migrations` and `fixtures`, whether the sources or the build run: this file lies one
 * folder below it in both. Ends with a slash.
 */
export const packageFolder = new URL('..', import.meta.url);
