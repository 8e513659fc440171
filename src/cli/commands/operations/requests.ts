import { type Command, Option } from 'commander';
import type { Ctx } from '../../../domain/kernel/context.js';
import { type RequestState, requestStates } from '../../../domain/operations/requests/schema.js';
import {
  approveRequest,
  requestApproval,
  denyRequest,
  listRequests,
  withdrawRequest,
} from '../../../domain/operations/requests/service.js';
import { moment } from '../../moments.js';
import { type Columns, print, printNote, sentence, toRows } from '../../output.js';
import { type PageOptions, printList, withPages } from '../../print-list.js';
import { exit, UsageError, withContext, type GlobalOptions } from '../../run.js';
import { parseOwnJson } from '../../../domain/kernel/objects.js';

interface ListOptions extends GlobalOptions, PageOptions {
  readonly state: RequestState;
}
interface AskOptions extends GlobalOptions {
  readonly input: string;
  readonly note?: string;
}
interface DenyOptions extends GlobalOptions {
  readonly reason: string;
}

/** `shedworks requests …`: changes that need a second person. */
export function registerRequests(program: Command): void {
  const requests = program
    .command('requests')
    .description('Request, list and decide changes that need a second person');
  withPages(requests.command('list').description('List requests, newest first'), 200)
    .addOption(new Option('--state <state>', 'state').choices([...requestStates]).default('waiting'))
    .action((options: ListOptions) => withContext(options, (ctx) => list(ctx, options)));
  requests
    .command('ask <call>')
    .description('Ask another user to approve a change, such as "POST /api/payment"')
    .requiredOption('--input <json>', 'input of the call, as JSON')
    .option('--note <text>', 'reason, for the user who decides')
    .action((call: string, options: AskOptions) =>
      withContext(options, async (ctx) =>
        report(
          options,
          await requestApproval(ctx, { call, input: readInput(options.input), note: options.note ?? '' }),
        ),
      ),
    );
  requests
    .command('approve <request>')
    .description('Approve a request by ID; it is carried out exactly as requested. Exit code 3 if it is outdated')
    .action((id: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => report(options, await approveRequest(ctx, { id }))),
    );
  requests
    .command('deny <request>')
    .description('Deny a request by ID')
    .requiredOption('--reason <text>', 'reason, for the user who asked')
    .action((id: string, options: DenyOptions) =>
      withContext(options, async (ctx) => report(options, await denyRequest(ctx, { id, reason: options.reason }))),
    );
  requests
    .command('withdraw <request>')
    .description('Withdraw a request that you made, by ID')
    .action((id: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const result = await withdrawRequest(ctx, { id });
        if (options.json) print(options, result, []);
        printNote(sentence(result.msg));
        return undefined;
      }),
    );
}

function readInput(text: string): Record<string, never> {
  try {
    return parseOwnJson<Record<string, never>>(text); // the use case checks it
  } catch {
    throw new UsageError('--input: must be JSON, such as \'{"id": "…"}\'');
  }
}

async function list(ctx: Ctx, options: ListOptions): Promise<undefined> {
  const listPage = (on: Ctx, page: object) => listRequests(on, { state: options.state, ...page });
  const { shown, list: requests } = await printList(ctx, options, listPage, columns);
  if (!options.quiet) printNote(`${shown} of ${requests.total} requests.`);
  return undefined;
}

type RequestRow = Awaited<ReturnType<typeof listRequests>>['items'][number];

const columns: Columns<RequestRow> = {
  asked: (request) => moment(request.askedAt),
  by: (request) => request.asker,
  request: (request) => request.summary,
  why: (request) => request.why,
  state: (request) => request.state,
  decided: (request) => request.decidedBy,
  answer: (request) => request.answer,
  id: (request) => request._id,
};

function report(options: GlobalOptions, { msg, request }: { msg: string; request: RequestRow }): number | undefined {
  print(options, request, toRows(columns, [request]));
  printNote(sentence(msg));
  return request.state === 'overtaken' ? exit.refusedRows : undefined;
}
