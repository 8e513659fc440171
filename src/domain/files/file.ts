import { Readable } from 'node:stream';
import { z } from 'zod';

/** An answer that is a file, with its name, media type and content. */
export const FileAnswer = z.object({
  name: z.string(),
  type: z.string(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
export type FileAnswer = z.output<typeof FileAnswer>;

/** An answer that is a file of any size; its content can be read once, from start to end. */
export const LargeFile = z.object({
  name: z.string(),
  type: z.string(),
  content: z.custom<Readable>((value) => value instanceof Readable),
  /** Settles, always without an error, when all of the content is made; unset if it is. The call keeps its turn until then. */
  written: z.custom<Promise<void>>((value) => value instanceof Promise).optional(),
  /** Additional response headers. */
  headers: z.record(z.string(), z.string()).optional(),
});
export type LargeFile = z.output<typeof LargeFile>;

/** Makes a text safe as part of a file name: characters that a file system or header could misread become dashes. */
export const fileNamePart = (text: string): string =>
  text.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|-+$/g, '') || 'unnamed';
