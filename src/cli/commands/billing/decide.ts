import type { Ctx } from '../../../domain/kernel/context.js';
import { DomainError } from '../../../domain/kernel/errors.js';
import { dryRun } from '../../dry-run.js';
import { noteRefused, print } from '../../output.js';
import { exit, type GlobalOptions } from '../../run.js';

interface DecisionSteps {
  /** The ID of a record by the entered name. */
  readonly findId: (name: string) => Promise<string>;
  readonly decide: (ctx: Ctx, id: string) => Promise<unknown>;
  /** The status after the decision. */
  readonly status: string;
}

/**
 * Decides on invoices one by one. A refusal does not stop the others, but results in exit code 3. With `--dry-run`,
 * every rule applies, but nothing is stored.
 */
export async function decideEach(
  ctx: Ctx,
  options: GlobalOptions & { readonly dryRun?: boolean },
  names: readonly string[],
  { findId, decide, status }: DecisionSteps,
): Promise<number | undefined> {
  const results: Decision[] = [];
  const ids = new Map<string, string>(); // resolve all names before deciding on the first
  for (const name of names) ids.set(name, await findId(name));
  for (const [invoice, id] of ids) {
    try {
      await (options.dryRun ? dryRun(ctx, (inner) => decide(inner, id)) : decide(ctx, id));
      results.push({ invoice, result: options.dryRun ? `would be ${status}` : status, ok: true });
    } catch (error) {
      if (!(error instanceof DomainError)) {
        if (results.length > 0) printDecisions(options, results);
        throw error;
      }
      results.push({ invoice, result: error.message, ok: false });
    }
  }
  return printDecisions(options, results);
}

interface Decision {
  readonly invoice: string;
  readonly result: string;
  readonly ok: boolean;
}

function printDecisions(options: GlobalOptions, results: readonly Decision[]): number | undefined {
  print(
    options,
    results,
    results.map(({ invoice, result }) => ({ invoice, result })),
  );
  const refused = results.filter(({ ok }) => !ok);
  noteRefused(
    options,
    refused.map(({ invoice, result }) => [invoice, result]),
  );
  return refused.length > 0 ? exit.refusedRows : undefined;
}
