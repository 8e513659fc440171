import type { Command } from 'commander';
import { parseJson } from '../../../domain/kernel/text/json-fault.js';
import { priceOrder } from '../../../domain/pricing/order.js';
import { costUnknown } from '../../../domain/pricing/unknown-cost.js';
import { CaseError, parseCase } from '../../../domain/pricing/case/validate.js';
import { figuresInDollars } from '../../../domain/pricing/wire.js';
import { readText } from '../../files.js';
import { type OutputOptions, writeJson } from '../../output.js';
import { fail } from '../../run.js';

/** `shedworks price order`: prices self-contained cases without a database. */
export function registerPrice(program: Command): void {
  const price = program.command('price').description('Price a case without a database');
  price
    .command('order')
    .description('Print every figure of a case, or of a list of cases, as JSON')
    .requiredOption('--file <file>', 'JSON file with a case or a list of cases; - for standard input')
    .action(async ({ file, ...options }: OutputOptions & { file: string }) => {
      try {
        writeJson(priceFile(await readText(file)), options);
      } catch (error) {
        fail(error);
      }
    });
}

/**
 * Prices the case in a JSON text, in dollars. A list of cases returns a list in the same order. A case may also be
 * given as `{ "case": … }`. Throws a SyntaxError for invalid JSON, and a CaseError that lists every invalid field of
 * every case.
 */
export function priceFile(text: string): unknown {
  const content: unknown = parseJson(text.replace(/^\uFEFF/, ''));
  return Array.isArray(content) ? priceAll(content) : priceOne(content);
}

function priceAll(inputs: readonly unknown[]): unknown[] {
  const errors: { path: string; msg: string }[] = [];
  const figures = inputs.map((input, at) => {
    try {
      return priceOne(input);
    } catch (error) {
      if (!(error instanceof CaseError)) throw error;
      errors.push(...error.errors.map(({ path, msg }) => ({ path: path ? `[${at}].${path}` : `[${at}]`, msg })));
      return null;
    }
  });
  if (errors.length > 0) throw new CaseError(errors);
  return figures;
}

/** The figures of a case, and the reason if its cost is unknown. */
function priceOne(input: unknown) {
  const pricingCase = parseCase(unwrap(input));
  return { ...figuresInDollars(priceOrder(pricingCase)), costUnknown: costUnknown(pricingCase) };
}

const unwrap = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'case' in input ? input.case : input;
