import { Readable } from 'node:stream';
import { z } from 'zod';

/** An answer that is a file: its name, media type and content. */
export const FileAnswer = z.object({
  name: z.string(),
  type: z.string(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
export type FileAnswer = z.output<typeof FileAnswer>;

/** An answer that is a file of any size: its content is read once, from first to last byte. */
export const LargeFile = z.object({
  name: z.string(),
  type: z.string(),
  content: z.custom<Readable>((value) => value instanceof Readable),
});
export type LargeFile = z.output<typeof LargeFile>;

/** A text as part of a file name: what a file system or a header could misread becomes a dash. */
export const fileNamePart = (text: string): string =>
  text.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|-+$/g, '') || 'unnamed';
