import { Argument, type Command } from 'commander';
import { parse as parseQuery } from 'node:querystring';
import { pipeline } from 'node:stream/promises';
import type { FileAnswer, LargeFile } from '../../../domain/files/file.js';
import { isObject, parseOwnJson, toError } from '../../../domain/kernel/objects.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import type { Service } from '../../../domain/kernel/service.js';
import { JsonText } from '../../../domain/kernel/text/json-text.js';
import type { Route } from '../../../api/route.js';
import { routes } from '../../../api/routes.js';
import { readJson } from '../../files.js';
import { writeJson } from '../../output.js';
import { fail, UsageError, withContext, type GlobalOptions } from '../../run.js';
import { callRemote } from './api-remote.js';

interface ApiOptions extends GlobalOptions {
  readonly data?: string;
  readonly url?: string;
  readonly idempotencyKey?: string;
}
const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** `shedworks api GET /api/…`: every call of the API, in this process or to another installation. */
export function registerApi(program: Command): void {
  program
    .command('api')
    .description(
      'Call the API in this process, as the system or the user of --as, or on another server with --url; prints the JSON response',
    )
    .addArgument(new Argument('<method>', 'method').choices([...methods]))
    .argument('<path>', 'path with query, such as /api/orders?status=InQueue; /api/docs lists the calls')
    .option('--data <json>', 'the body: JSON, @file, or - for standard input')
    .option('--url <address>', 'call this installation over HTTPS, with the API key in SHEDWORKS_KEY')
    .option('--idempotency-key <key>', 'with --url: names the request, so that a retry is carried out once')
    .addHelpText(
      'after',
      '\nThe API key is read only from the environment variable, so that process lists do not show it.',
    )
    .action((method: string, path: string, options: ApiOptions) =>
      options.url === undefined
        ? withContext(options, (ctx) => call(ctx, method, path, options), { company: false })
        : callElsewhere(options.url, method, path, options),
    );
}

async function call(ctx: Ctx, method: string, address: string, options: ApiOptions): Promise<undefined> {
  const { data, idempotencyKey } = options;
  if (idempotencyKey !== undefined) throw new UsageError('--idempotency-key works only with --url');
  refuseOtherPath(address);
  const url = new URL(address, 'http://localhost');
  const { route, params } = findRoute(method, url.pathname);
  const body = data === undefined ? {} : toFields(route, await readBody(data));
  const { preview, ...query } = parseQuery(url.search.slice(1)); // as over HTTP, a repeated name is a list
  const answer: unknown = await chooseService(route, preview)(ctx, { ...query, ...body, ...params });
  if (route.file)
    await writeFile(answer as FileAnswer | LargeFile); // a call with `file` returns one
  else writeJson(answer instanceof JsonText ? JSON.parse(answer.text) : answer, options);
  return undefined;
}

/** Calls another installation. This needs no database here, so the run is not recorded. */
async function callElsewhere(url: string, method: string, path: string, options: ApiOptions): Promise<void> {
  try {
    if (options.as !== undefined) throw new UsageError('--as: with --url, the API key decides who acts');
    refuseOtherPath(path);
    const body = options.data === undefined ? undefined : await readBody(options.data);
    process.exitCode = await callRemote(url, { method, path, body, idempotencyKey: options.idempotencyKey }, options);
  } catch (error) {
    fail(error);
  }
}

function refuseOtherPath(path: string): void {
  if (!path.startsWith('/api/')) throw new UsageError('the path must start with /api/');
}

const inPath = (part: string): string => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * The call at a path, and the path's parameters; literal paths take precedence. Throws if there is none, or if it
 * needs a session.
 */
function findRoute(method: string, path: string) {
  const all: readonly Route[] = routes;
  const matches = all.flatMap((route) => {
    const [verb, pattern = ''] = route.key.split(' ');
    if (verb !== method) return [];
    const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const regex = new RegExp(`^${pattern.split(/:\w+/).map(inPath).join('([^/]+)')}$`, 'i');
    const match = regex.exec(path);
    if (!match) return [];
    const params = Object.fromEntries(names.map((name, n) => [name, decode(match[n + 1] ?? '')]));
    return [{ route, params, depth: names.length }];
  });
  const [first] = matches.sort((a, b) => a.depth - b.depth);
  if (!first) throw new UsageError(`there is no call ${method} ${path}; /api/docs on the server lists all calls`);
  if (first.route.session) throw new UsageError(`${first.route.key}: the command line has no session; use --as`);
  return first;
}

/** A part of a path. As over HTTP, one that is not encoded correctly is read as it is, and the call refuses it. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function chooseService(route: Route, preview: string | string[] | undefined): Service {
  if (preview === undefined || preview === 'false' || preview === '0') return route.service;
  if (preview !== 'true' && preview !== '1') throw new UsageError('preview: must be true or false');
  if (!route.preview) throw new UsageError(`preview: ${route.key} has no preview`);
  return route.preview;
}

async function readBody(data: string): Promise<unknown> {
  if (data === '-') return readJson('-');
  if (data.startsWith('@')) return readJson(data.slice(1));
  try {
    return parseOwnJson(data);
  } catch (error) {
    throw new UsageError(`--data: is not valid JSON (${toError(error).message})`);
  }
}

/** The fields of a body. Rows as a list become the field that the call accepts. */
function toFields({ rowsAs, key }: Route, body: unknown): object {
  if (rowsAs !== undefined && Array.isArray(body)) return { [rowsAs]: body };
  if (isObject(body) && !Array.isArray(body)) return body;
  throw new UsageError(`--data: must be a JSON object for ${key}`);
}

async function writeFile(file: FileAnswer | LargeFile): Promise<void> {
  if ('content' in file) await pipeline(file.content, process.stdout, { end: false });
  else process.stdout.write(file.bytes);
}
