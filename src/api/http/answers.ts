import type { Context } from 'koa';
import type { FileAnswer } from '../../domain/files/file.js';
import { JsonText } from '../../domain/kernel/text/json-text.js';
import { jsonTextPaced } from '../../domain/kernel/text/paced-answer.js';
import { isKnown } from './etag.js';

/**
 * Answers with JSON, serialized here because Koa and the compression would each serialize an object to find its length.
 * Only a long answer returns a promise.
 */
export function answerJson(ctx: Context, result: unknown): void | Promise<void> {
  const text = result instanceof JsonText ? result.text : jsonTextPaced(result);
  return typeof text === 'string' ? answerText(ctx, text) : text.then((all) => answerText(ctx, all));
}

function answerText(ctx: Context, text: string): void {
  if (isKnown(ctx, text)) return;
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8');
  ctx.body = text;
}

/**
 * Headers of a picture. The bytes at an address never change, and a picture that is opened directly must not run
 * anything.
 */
export function answerImage(ctx: Context, { type, bytes }: FileAnswer): void {
  ctx.set('cache-control', 'public, max-age=31536000, immutable');
  ctx.set('content-security-policy', "default-src 'none'; sandbox");
  ctx.type = type;
  ctx.body = Buffer.from(bytes);
}
