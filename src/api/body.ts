import { createHash } from 'node:crypto';
import bodyParser from '@koa/bodyparser';
import multer from '@koa/multer';
import type { Context, Next } from 'koa';
import { DomainError, invalid } from '../domain/errors.js';
import { Pace } from '../domain/pace.js';
import { isTooDeep, parsePaced } from '../domain/paced-json.js';
import { NotUtf8, utf8Text } from '../domain/utf8-text.js';
import type { Route } from './route.js';
import { stateOf } from './state.js';

const UPLOAD_BYTES = 50 * 1024 * 1024;
const PIECE = 1 << 20;

interface Received {
  body?: unknown;
  rawBody?: string | undefined;
  file?: { readonly buffer: Buffer; readonly originalname: string } | undefined;
}

const received = (ctx: Context) => ctx.request as unknown as Received;
const JSON_BYTES = 1024 * 1024;
/** The bytes of JSON as a character each, so that none is put in the place of another before they are looked at. */
const bytesOf = (limit: number) =>
  bodyParser({
    enableTypes: ['text'],
    extendTypes: { text: ['application/json', '+json'] },
    textLimit: `${limit}b`,
    encoding: 'binary',
  });
const json = bytesOf(JSON_BYTES);
const text = bytesOf(UPLOAD_BYTES);
const form = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: UPLOAD_BYTES, files: 1, fields: 20 },
  ...{ defParamCharset: 'utf8' },
});

/** What reads the body of a call: JSON up to 1 MB, or an upload up to 50 MB; nothing where there is none. */
export function bodyReaders(entry: Route) {
  const [method] = entry.key.split(' ');
  if (method === 'GET' || method === 'DELETE') return [];
  return entry.rowsAs
    ? [refuseCharset, form.single('file'), text, readBody(entry.rowsAs, entry.fileAs)]
    : [refuseCharset, json, readBody()];
}

/** The fields of a body that was read; a list becomes the field that the call takes one as. */
export function fieldsOf(ctx: Context, { rowsAs }: Route): object {
  const { body } = received(ctx);
  if (!rowsAs) refuseTooDeep(body);
  if (Array.isArray(body)) return rowsAs ? { [rowsAs]: body as unknown[] } : refuseArray();
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** JSON is UTF-8; in what a request calls another charset it would be read as other characters. */
const refuseCharset = async (ctx: Context, next: Next) => {
  const { charset } = ctx.request;
  if (charset && !/^utf-?8$/i.test(charset))
    throw invalid('', `The request cannot be read: its charset is ${charset.slice(0, 40)}, send UTF-8`);
  await next();
};

/** Reads JSON, or a form with a `file` of JSON, a slice at a time: others are answered while a large one is read. */
const readBody = (rowsAs?: string, fileAs?: string) => async (ctx: Context, next: Next) => {
  await readReceived(ctx, rowsAs, fileAs);
  await next();
};

/** Puts what was sent in the place of its text, which may be 50 MB and is needed no more. */
async function readReceived(ctx: Context, rowsAs?: string, fileAs?: string): Promise<void> {
  const request = received(ctx);
  const { file, body } = request;
  const pace = new Pace(undefined);
  request.file = request.body = request.rawBody = undefined;
  if (file && fileAs) {
    const fields = { ...(body as object) };
    await keepDigest(ctx, [JSON.stringify(fields), file.originalname, file.buffer.toString('latin1')], pace);
    request.body = { ...fields, [fileAs]: { name: file.originalname, bytes: file.buffer } };
  } else if (file && rowsAs) {
    const [content, fields] = [utf8(file.buffer, 'file'), { ...(body as object), fileName: file.originalname }];
    await keepDigest(ctx, [JSON.stringify(fields), content], pace);
    request.body = {
      ...fields,
      [rowsAs]: await parsed(content, pace, ({ message }) => invalid('file', `is not valid JSON, ${message}`)),
    };
  } else if (typeof body === 'string') {
    const content = utf8(Buffer.from(body, 'latin1'), '');
    if (rowsAs) await keepDigest(ctx, [content], pace);
    request.body = ctx.is('text/plain') || content === '' ? {} : whole(await parsed(content, pace, unreadable));
  } else {
    request.body = body;
  }
}

function utf8(bytes: Buffer, path: string): string {
  try {
    return utf8Text(bytes);
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    throw invalid(path, path === '' ? `The request cannot be read: ${error.message}` : error.message);
  }
}

async function parsed(content: string, pace: Pace, refusal: (error: SyntaxError) => DomainError): Promise<unknown> {
  try {
    return await parsePaced(content, pace, refuseTooDeep);
  } catch (error) {
    throw error instanceof SyntaxError ? refusal(error) : error;
  }
}

/** An object or a list, without a name that would change what objects are. */
function whole(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) throw invalid('', 'The request cannot be read: send an object');
  if (Object.hasOwn(body, '__proto__')) throw invalid('', 'The request cannot be read: it names "__proto__"');
  return body;
}

const unreadable = ({ message }: SyntaxError) => invalid('', `The request cannot be read: ${message}`);

/** A request that is known by an Idempotency-Key is compared by the digest of its text. */
async function keepDigest(ctx: Context, texts: readonly string[], pace: Pace): Promise<void> {
  if (!ctx.get('Idempotency-Key')) return;
  const hash = createHash('sha256');
  for (const all of texts) {
    for (let at = 0; at < all.length; at += PIECE) {
      hash.update(all.slice(at, at + PIECE));
      if (pace.isDue()) await pace.rest();
    }
  }
  stateOf(ctx).bodyDigest = hash.digest('hex');
}

/** Schemas read what is inside of what is inside: without an end to it the stack would be. */
function refuseTooDeep(value: unknown): void {
  if (isTooDeep(value)) throw invalid('', 'is nested too deeply');
}

const refuseArray = (): never => {
  throw invalid('', 'send an object, not an array');
};
