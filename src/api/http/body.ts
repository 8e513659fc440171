import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import multer from '@koa/multer';
import type { Context, Next } from 'koa';
import { DomainError, invalid } from '../../domain/kernel/errors.js';
import type { FairQueue } from '../../domain/kernel/fair-queue.js';
import { Pace } from '../../domain/kernel/pace.js';
import { isTooDeep, parsePaced } from '../../domain/kernel/text/paced-json.js';
import { NotUtf8, utf8Pieces, type BytePieces } from '../../domain/kernel/text/utf8-text.js';
import type { Capacity } from '../guard/capacity.js';
import { leaving } from '../context.js';
import { receive, type ReceivedBytes, type ReceiveOptions } from './received-bytes.js';
import type { Route } from '../route.js';
import { arrivesInTime } from './slow-clients.js';
import { getPerson, getState } from '../state.js';
import { isKeyOf, isObject } from '../../domain/kernel/objects.js';

const UPLOAD_BYTES = 50 * 1024 * 1024;
const JSON_BYTES = 1024 * 1024;
/** Size limits for requests without a session. */
const STRANGERS_BYTES = 16 * 1024;
/** Longer bodies that are no uploads wait for a turn before they are parsed; most are shorter, and never wait. */
const SHORT_BYTES = 4 * 1024;
/** The most values of a body that is no upload; the longest of the dashboard's have 50,000 row numbers. */
const MOST_VALUES = 100_000;
/** Limit for one field sent next to the file of a form, such as the options of an import. */
const FIELD_BYTES = 64 * 1024;

/** The upload: JSON, or a file with the fields of its form. */
interface Upload {
  readonly bytes: ReceivedBytes;
  readonly file?: { readonly name: string; readonly fields: object };
}

/** Readers for the body of a call: JSON up to 1 MB (16 kB from anonymous callers), or an upload up to 50 MB. */
export function bodyReaders(entry: Route, capacity: Capacity) {
  const [method] = entry.key.split(' ');
  if (method === 'GET' || method === 'DELETE') return [];
  if (entry.rowsAs) return [refuseCharset, takeTurn(capacity.uploads), readUpload(entry, entry.rowsAs, capacity)];
  const most = entry.service.permission === 'anyone' ? STRANGERS_BYTES : JSON_BYTES;
  return [refuseCharset, readJson(most, capacity)];
}

/** Waits for a slot for this user. The body of an upload is not read before that. */
export const takeTurn = (queue: FairQueue) => (ctx: Context, next: Next) =>
  queue.run(getPerson(ctx), next, () => leaving(ctx));

/** The same for a file, which keeps the slot until it is made, also if that goes on while it is sent. */
export const takeTurnForFile = (queue: FairQueue) => (ctx: Context, next: Next) =>
  new Promise<void>((answered, failed) => {
    const work = async (): Promise<void> => {
      await next();
      answered();
      await getState(ctx).written;
    };
    queue.run(getPerson(ctx), work, () => leaving(ctx)).catch(failed);
  });

/**
 * Parses JSON in slices, so that other requests are answered in between. At most as many long bodies are parsed and
 * answered at the same time as memory allows; until then, only their bytes are kept.
 */
const readJson = (most: number, capacity: Capacity) => (ctx: Context, next: Next) =>
  isJson(ctx) ? whileKept((until) => readAndAnswer(ctx, next, { most, capacity, until })) : next();

async function readAndAnswer(ctx: Context, next: Next, receiving: ReceiveOptions): Promise<void> {
  const { capacity } = receiving;
  const bytes = await arrivesInTime(ctx.req, capacity.limits, receiveJson(ctx, receiving));
  const work = async (): Promise<void> => {
    setBody(ctx, await jsonBody(bytes, bytes.inPieces(), MOST_VALUES));
    await bytes.close();
    await next();
  };
  if (bytes.size <= SHORT_BYTES) await work();
  else await capacity.longBodies.run(getPerson(ctx), work, () => leaving(ctx));
}

/** Receives an upload, then reads and answers it. At most as many large ones at the same time as memory allows. */
const readUpload = (entry: Route, rowsAs: string, capacity: Capacity) => (ctx: Context, next: Next) =>
  whileKept(async (until) => {
    const receiving = { most: UPLOAD_BYTES, capacity, until };
    const upload = await arrivesInTime(ctx.req, capacity.limits, receiveUpload(ctx, receiving));
    const work = async (): Promise<void> => {
      if (upload) setBody(ctx, await uploadedBody(ctx, upload, { ...entry, rowsAs }));
      await next();
    };
    if (!upload || upload.bytes.size <= JSON_BYTES) await work();
    else await capacity.largeUploads.run(getPerson(ctx), work, () => leaving(ctx));
  });

/** Runs `work` with a signal. Received data is kept until that signal aborts. */
async function whileKept<T>(work: (until: AbortSignal) => Promise<T>): Promise<T> {
  const lifetime = new AbortController();
  try {
    return await work(lifetime.signal);
  } finally {
    lifetime.abort();
  }
}

const isJson = (ctx: Context): boolean => Boolean(ctx.is('application/json', '+json'));
const setBody = (ctx: Context, body: unknown): void => void Object.assign(ctx.request, { body });

async function receiveUpload(ctx: Context, receiving: ReceiveOptions): Promise<Upload | null> {
  if (isJson(ctx)) return { bytes: await receiveJson(ctx, receiving) };
  return ctx.is('multipart') ? receiveForm(ctx, receiving) : null;
}

/** A name such as `x[4294967294]` would make a list of as many elements, which takes seconds to write as text. */
const NAME_LIMITS = { fieldArrayIndexLimit: 1000, fieldNestingDepth: 2 };

async function receiveForm(ctx: Context, receiving: ReceiveOptions): Promise<Upload | null> {
  const form = multer({
    storage: storageFor(receiving),
    limits: { fileSize: UPLOAD_BYTES, files: 1, fields: 20, fieldSize: FIELD_BYTES, ...NAME_LIMITS },
    ...{ defParamCharset: 'utf8' },
  });
  await form.single('file')(ctx, () => Promise.resolve());
  const { file, body } = getReceived(ctx);
  if (!file) return null;
  const { bytes, originalname } = file as ReceivedFile; // stored by `storageFor`
  return { bytes, file: { name: originalname, fields: isObject(body) ? { ...body } : {} } };
}

/** What multer and `setBody` put into a request. */
const getReceived = (ctx: Context) => ctx.request as { readonly file?: unknown; readonly body?: unknown }; // not typed by Koa

interface ReceivedFile {
  readonly bytes: ReceivedBytes;
  readonly originalname: string;
}
type StoreCallback = (error: unknown, file?: object) => void;

/** Where multer stores a file. Its types omit the file's stream and custom storage fields. */
const storageFor = (receiving: ReceiveOptions): multer.StorageEngine =>
  ({
    _handleFile: (_: unknown, { stream }: { readonly stream: Readable }, done: StoreCallback) =>
      void receive(stream, receiving).then((bytes) => done(null, { bytes }), done),
    _removeFile: (_: unknown, { bytes }: ReceivedFile, done: StoreCallback) =>
      void bytes.close().then(() => done(null), done),
  }) as unknown as multer.StorageEngine; // as described above

async function receiveJson(ctx: Context, receiving: ReceiveOptions): Promise<ReceivedBytes> {
  const source = decode(ctx, receiving.most);
  let isBroken = false;
  if (source !== ctx.req) source.once('error', (error) => (isBroken = !(error instanceof DomainError)));
  return receive(source, receiving).catch((error: unknown) => {
    throw isBroken ? invalid('', 'Could not decompress the request.') : error;
  });
}

const decoders = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress } as const;

/**
 * The decompressed bytes of a body. The limit also applies to the decompressed size, which could otherwise be
 * unlimited.
 */
function decode(ctx: Context, most: number): Readable {
  const { req }: { req: IncomingMessage } = ctx;
  const encoding = ctx.get('content-encoding').toLowerCase();
  if (encoding === '' || encoding === 'identity') return req;
  if (!isKeyOf(decoders, encoding))
    throw invalid('', 'Could not read the request: the encoding must be gzip, deflate or br');
  const decoder = decoders[encoding]();
  req.once('close', () => req.complete || decoder.destroy());
  let compressedSize = 0;
  req.on('data', (piece: Buffer) => {
    compressedSize += piece.length;
    if (compressedSize > most) decoder.destroy(new DomainError('too-large', { limit: 'allowed' }));
  });
  return req.pipe(decoder);
}

/** The fields of a parsed body. A list becomes the field that the call accepts as a list. */
export function toFields(ctx: Context, { rowsAs }: Route): object {
  const { body } = getReceived(ctx);
  if (!rowsAs) refuseTooDeep(body);
  if (Array.isArray(body)) return rowsAs ? { [rowsAs]: body } : refuseArray();
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** Throws for a charset other than UTF-8, which JSON always uses; the body would be decoded incorrectly. */
const refuseCharset = async (ctx: Context, next: Next) => {
  const { charset } = ctx.request;
  if (charset && !/^utf-?8$/i.test(charset))
    throw invalid('', `Could not read the request: the charset is ${charset.slice(0, 40)}; send UTF-8`);
  await next();
};

/**
 * Reads an upload as an input body: the rows of its JSON, or the file itself with the other fields of its form.
 * Requests with an Idempotency-Key are compared by the digest of the bytes sent.
 */
async function uploadedBody(ctx: Context, upload: Upload, entry: Route & { rowsAs: string }): Promise<unknown> {
  const { bytes, file } = upload;
  const hash = ctx.get('Idempotency-Key') ? createHash('sha256') : null;
  if (file) hash?.update(JSON.stringify(file.fields)).update(file.name);
  if (hash && file && entry.fileAs) for await (const piece of bytes.inPieces()) hash.update(piece);
  const look = (piece: Buffer): void => void hash?.update(piece);
  const body = file ? await fileBody(bytes, file, look, entry) : await jsonBody(bytes, bytes.inPieces(look));
  if (hash) getState(ctx).bodyDigest = hash.digest('hex');
  return body;
}

type UploadedFile = NonNullable<Upload['file']>;
type LookAtPiece = (piece: Buffer) => void;

async function fileBody(
  bytes: ReceivedBytes,
  { name, fields }: UploadedFile,
  look: LookAtPiece,
  { rowsAs, fileAs }: Route & { rowsAs: string },
): Promise<object> {
  if (fileAs) return { ...fields, [fileAs]: { name, bytes } };
  const refusal = (error: Error) =>
    invalid('file', error instanceof NotUtf8 ? error.message : `is not valid JSON: ${error.message}`);
  return { ...fields, fileName: name, [rowsAs]: await parsePieces(bytes.inPieces(look), refusal) };
}

const jsonBody = async (bytes: ReceivedBytes, pieces: BytePieces, most?: number): Promise<unknown> =>
  bytes.size === 0 ? {} : toObject(await parsePieces(pieces, unreadable, most));

const unreadable = ({ message }: Error) => invalid('', `Could not read the request: ${message}`);

/** Parses JSON of at most `most` values, and its rows, with only one piece in memory at a time. */
async function parsePieces(
  pieces: BytePieces,
  refusal: (error: Error) => DomainError,
  most?: number,
): Promise<unknown> {
  try {
    return await parsePaced(utf8Pieces(pieces), new Pace(undefined), refuseTooDeep, most);
  } catch (error) {
    throw error instanceof SyntaxError || error instanceof NotUtf8 ? refusal(error) : error;
  }
}

/** An object or a list, without keys that would change a prototype. */
function toObject(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) throw invalid('', 'Could not read the request: send an object');
  if (Object.hasOwn(body, '__proto__'))
    throw invalid('', 'Could not read the request: the field name "__proto__" is not allowed');
  return body;
}

/** The limit of nesting. Schemas validate nested values recursively, so the stack would overflow without it. */
function refuseTooDeep(value: unknown): void {
  if (isTooDeep(value)) throw invalid('', 'The request is nested too deeply.');
}

const refuseArray = (): never => {
  throw invalid('', 'Send an object, not an array.');
};
