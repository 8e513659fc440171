import { type Command, Option } from 'commander';
import { acceptProposals, declineProposals, undoProposal } from '../../../domain/imports/feed/proposals/decide.js';
import { measureMove } from '../../../domain/imports/feed/proposals/effect.js';
import { type Proposal, proposalStates } from '../../../domain/imports/feed/proposals/schema.js';
import { getProposal, listProposals } from '../../../domain/imports/feed/proposals/service.js';
import { print, printNote } from '../../output.js';
import { printList, withPages, type PageOptions } from '../../print-list.js';
import { exit, withContext, type GlobalOptions } from '../../run.js';

type ListOptions = GlobalOptions & PageOptions & { state: Proposal['state']; search?: string };

/** `shedworks proposals list|show|accept|decline|undo`. */
export function registerProposals(program: Command): void {
  const proposals = program
    .command('proposals')
    .description('Review and decide changes from the sales system to existing orders');
  registerReads(proposals);
  proposals
    .command('accept <ids...>')
    .description('Accept proposals; skips those that no longer apply and those for orders being built')
    .option('--keys <keys>', 'only these changes of one proposal: names from `proposals show`, separated by commas')
    .action((ids: string[], { keys, ...options }: GlobalOptions & { keys?: string }) =>
      withContext(options, async (ctx) => {
        const fields = keys?.split(',').map((key) => key.trim());
        const result = await acceptProposals(ctx, {
          items: ids.map((id) => ({ id, ...(fields && { keys: fields }) })),
        });
        return printDecided(options, result);
      }),
    );
  proposals
    .command('decline <ids...>')
    .description('Decline proposals; their orders do not change')
    .action((ids: string[], options: GlobalOptions) =>
      withContext(options, async (ctx) => printDecided(options, await declineProposals(ctx, { ids }))),
    );
  proposals
    .command('undo <id>')
    .description('Undo a decision if its order has not changed since')
    .action((id: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const result = await undoProposal(ctx, { id });
        printNote(result.msg);
        if (options.json) print(options, result, []);
        return undefined;
      }),
    );
}

function registerReads(proposals: Command): void {
  withPages(proposals.command('list'), 50)
    .description('List proposals: urgent ones first, then the oldest')
    .addOption(new Option('--state <state>', 'state').choices([...proposalStates]).default('open'))
    .option('--search <text>', 'part of the serial number or customer')
    .action(({ state, search, ...options }: ListOptions) =>
      withContext(options, async (ctx) => {
        await printList(
          ctx,
          options,
          (on, page) => listProposals(on, { state, ...page, ...(search !== undefined && { search }) }),
          {
            id: (one) => one._id,
            order: (one) => one.order.serialNumber,
            status: (one) => one.order.status,
            shop: (one) => one.order.shop?.name,
            urgent: (one) => (one.urgent ? 'yes' : null),
            changes: (one) => one.changes.map(({ label }) => label).join(', '),
            retail: (one) => measureMove(one.effect?.retail),
            profit: (one) => measureMove(one.effect?.profit),
            source: (one) => one.source,
          },
        );
        return undefined;
      }),
    );
  proposals
    .command('show <id>')
    .description('Show a proposal: each change, old and new')
    .action((id: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const proposal = await getProposal(ctx, { id });
        print(
          options,
          proposal,
          proposal.changes.map(({ key, label, before, after, ours, blocked, isBuilt }) => ({
            ...{ key, label, before, after, here: ours ?? null },
            note: blocked ?? (isBuilt ? 'being built' : null),
          })),
        );
        for (const warning of [proposal.refusal, ...proposal.warnings]) if (warning) printNote(warning);
        return undefined;
      }),
    );
}

/** Prints the result of a decision. Exit code 3 if some could not be decided. */
function printDecided(options: GlobalOptions, result: Awaited<ReturnType<typeof acceptProposals>>) {
  printNote(result.msg);
  for (const { serialNumber, reason } of result.refused) printNote(`${serialNumber}: ${reason}.`);
  if (options.json) print(options, result, []);
  return result.refused.length > 0 ? exit.refusedRows : undefined;
}
