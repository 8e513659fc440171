import { limits } from '../guard/rate-limits.js';
import type { Route } from '../route.js';
import { routes } from '../routes.js';
import { examples, readRecorded, type Example, type RecordedResponse } from './examples.js';
import { listRefusals } from './refusals.js';

/** A part of a text: a paragraph, lines of code, or a table. `code` in texts is marked as in Markdown. */
type Block =
  | string
  | { readonly code: string }
  | { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** A section of the guide to the API. */
interface Section {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** What a developer must know besides the calls, generated from the code that does it. */
export const guide = (): Section[] => [
  {
    id: 'sign-in',
    title: 'Sign in',
    blocks: [
      'Programs send an API key as `Authorization: Bearer <key>` or `x-auth-token: <key>`. An administrator creates it and chooses its permissions.',
      'A user signs in with `POST /api/auth` and sends the `token` from the response as `x-auth-token`.',
      'A call without a valid key or token gets 401. A call that the user or key has no permission for gets 403. A record of another shop gets 404, as if it did not exist.',
    ],
  },
  {
    id: 'requests',
    title: 'Requests and responses',
    blocks: [
      'Bodies are JSON of at most 1 MB. Uploads are JSON or a form with a file, of at most 50 MB. Amounts are in dollars, days are `2026-03-02`, and instants are `2026-03-02T08:30:00Z`.',
      'Unknown fields are ignored, so you can edit a response and send it back. New fields may appear in responses at any time.',
      'A call with `?preview=true` reports what would happen and changes nothing.',
      'A change that names the `revision` it is based on is refused with 409 if another user changed the record in the meantime. The response has the `current` record.',
      'Every response has `X-Request-Id`. Include it when you report a problem.',
    ],
  },
  {
    id: 'client',
    title: 'A client',
    blocks: [
      'Generators create a typed client from the OpenAPI document. For TypeScript, openapi-typescript and openapi-fetch are tested with every version of Shedworks:',
      { code: 'npx openapi-typescript "$URL/api/openapi.json" --output shedworks.d.ts' },
      'The package has a complete example in `examples/typescript`: it uploads an order, follows it until it is paid, and reads what changed.',
      'Fields that only some users get, such as company figures, are not required in the document. Compare the version of the document (`info.version`) after an upgrade, and generate again.',
    ],
  },
  {
    id: 'errors',
    title: 'Errors',
    blocks: [
      'A refusal changes nothing. It is JSON: `msg` for a person, `code` for a program, `errors` with a `path` and a `msg` for each problem of an invalid request, and `requestId`. Unexpected errors have status 500 and the code `unexpected`.',
      {
        head: ['Status', 'Code', 'Message'],
        rows: listRefusals().map(({ status, code, text }) => [`${status}`, `\`${code}\``, text]),
      },
    ],
  },
  {
    id: 'retries',
    title: 'Retries',
    blocks: [
      'Send `Idempotency-Key` with every POST and with every change to an order: up to 200 characters that you use for this request only, such as a UUID. If the response was lost, send the same request with the same key: it is carried out once, and you get the same response.',
      'The same key with another request gets 422, `idempotency-key-reused`. If the response was too long to keep, you get 409, `answer-forgotten`: the work is done and is not repeated.',
      'After 503, wait the seconds of `Retry-After` and try again. After `write-unconfirmed`, try again with the same key.',
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    blocks: [
      'Expensive calls are limited for each user and key. Their responses have the calls left in `RateLimit` and the limit in `RateLimit-Policy`. A call beyond the limit gets 429 with `Retry-After`, in seconds.',
      {
        head: ['Limit', 'Calls per minute', 'Of'],
        rows: [
          ['`uploads`', `${limits.uploads}`, 'uploads of orders and imports'],
          ['`files`', `${limits.files}`, 'PDFs, exports and reports'],
        ],
      },
      'Simultaneous requests from one user wait in line. If too many are waiting, further ones get 429 with the code `busy`.',
    ],
  },
  {
    id: 'lists',
    title: 'Long lists',
    blocks: [
      'Lists take `page`, `size` and `sort`, and return `items` and `total`. Rows move between pages when others are added or deleted.',
      'To read a whole list of orders, invoices or payments, send the `nextCursor` of each response as the `cursor` of the next request, with the same filters and sort order, until it is null. Rows that are added or deleted in the meantime do not repeat or hide other rows. `total` and the sums are those of the first page.',
      'A cursor works only for this list, these filters and the same scope. An altered cursor is refused with 400.',
    ],
  },
  {
    id: 'changes',
    title: 'Staying in sync',
    blocks: [
      'Lists of orders, invoices and payments accept `updatedSince`: only records that changed at that instant or later. Start with `1970-01-01T00:00:00Z`, read to the end, and send the `nextSince` of the response next time.',
      "A record counts as changed when its own data is stored: its fields, lines, alerts, status or figures. Renaming its shop does not count. A change to an order's invoice counts for the order only when the invoice is paid or deleted. Records older than this feature count as changed at the upgrade that added it.",
      '`nextSince` is the start of the oldest change that was still being stored when you asked, so a change that is committed late is not missed. You may see a record again: compare its `revision`.',
      'Deleted records are no longer listed. If a record that you know now gets 404, it was deleted or you may no longer see it. After a backup is restored, read everything again.',
    ],
  },
  {
    id: 'tags',
    title: 'Unchanged responses',
    blocks: [
      'Responses to GET have an `ETag`. Send it as `If-None-Match`: while nothing has changed for you, the response is 304 without a body. The tag is computed from your response, after your permission was checked.',
    ],
  },
  {
    id: 'deprecation',
    title: 'Changes to the API',
    blocks: [
      'Fields and calls are added without notice. A call that will be removed is marked in the OpenAPI document, and its responses have `Deprecation` (RFC 9745), `Sunset` (RFC 8594) with the day from which it may be gone, and a `Link` to the call to use instead. The API changelog lists every change.',
      ...describeDeprecated(routes),
    ],
  },
  { id: 'examples', title: 'Examples', blocks: describeExamples() },
];

function describeDeprecated(all: readonly Route[]): Block[] {
  const rows = all.flatMap(({ key, deprecated }) =>
    deprecated ? [[`\`${key}\``, deprecated.since, deprecated.sunset ?? '', deprecated.instead ?? '']] : [],
  );
  if (rows.length === 0) return ['No calls are deprecated.'];
  return [{ head: ['Call', 'Since', 'Until', 'Instead'], rows }];
}

function describeExamples(): Block[] {
  const recordedAnswers = readRecorded();
  return [
    'From sending an order to paying for it, on the demo. `$KEY` is an API key of the office, `$SHOP_KEY` one of a shop. `{order}` is an ID from an earlier response.',
    ...examples.flatMap((example) => [
      `${example.title}:`,
      { code: `${toCurl(example)}\n\n${toAnswer(recordedAnswers[example.title])}` },
    ]),
  ];
}

function toCurl({ call, path, as, headers = {}, body }: Example): string {
  const [method = ''] = call.split(' ');
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} "$URL${path}"`];
  if (as) lines.push(`-H "Authorization: Bearer ${as === 'office' ? '$KEY' : '$SHOP_KEY'}"`);
  for (const [name, value] of Object.entries(headers)) lines.push(`-H '${name}: ${value}'`);
  if (body !== undefined) lines.push(`-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`);
  return lines.join(' \\\n  ');
}

/** The status, and the response or those of its fields that the guide shows. */
function toAnswer(example: RecordedResponse | undefined): string {
  if (!example) throw new Error('an example has no recorded response');
  const lines = [
    `${example.status}`,
    ...Object.entries(example.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  ];
  return [...lines, ...(example.answer === null ? [] : [JSON.stringify(example.answer, null, 2)])].join('\n');
}

/** The guide as Markdown. */
export const guideText = (): string =>
  `${['# The API', 'Served at `/api/docs` with all calls; `/api/openapi.json` is for programs. Generated from the code by `npm run api`.', ...guide().map(toMarkdown)].join('\n\n')}\n`;

const toMarkdown = ({ title, blocks }: Section): string => [`## ${title}`, ...blocks.map(blockText)].join('\n\n');

function blockText(block: Block): string {
  if (typeof block === 'string') return block;
  if ('code' in block) return `\`\`\`\n${block.code}\n\`\`\``;
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(block.head), line(block.head.map(() => '---')), ...block.rows.map(line)].join('\n');
}
