import { readFile } from 'node:fs/promises';
import { UsageError } from './run.js';

/** The text of a file, or of standard input for `-`; UTF-8, a BOM is allowed. */
export async function readText(file: string): Promise<string> {
  const bytes =
    file === '-'
      ? await readStdin()
      : await readFile(file).catch((error: NodeJS.ErrnoException) => {
          throw new UsageError(`${file}: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}`);
        });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${file}: is not UTF-8 text`);
  }
}

/** The JSON in a file, or on standard input for `-`. */
export async function readJson(file: string): Promise<unknown> {
  const text = await readText(file);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UsageError(`${file}: is not valid JSON (${(error as Error).message})`);
  }
}

async function readStdin(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
