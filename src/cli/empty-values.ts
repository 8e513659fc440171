import type { Argument, Command, Option } from 'commander';
import { UsageError } from './usage-error.js';

/**
 * Throws for an option or argument without a value, as a script with an unset variable passes it: `--shop ''` must not
 * mean every shop. Only those whose help says what `""` does accept an empty value.
 */
export function refuseEmptyValues(command: Command): void {
  for (let one: Command | null = command; one; one = one.parent)
    for (const option of one.options)
      if (isEmpty(option, one.getOptionValue(option.attributeName())))
        throw new UsageError(`${option.long}: enter a value`);
  for (const [n, argument] of command.registeredArguments.entries())
    if (isEmpty(argument, command.processedArgs[n])) throw new UsageError(`${argument.name()}: enter a value`);
}

function isEmpty({ description }: Option | Argument, value: unknown): boolean {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const acceptsEmpty = description.includes('""');
  return values.some((one) => typeof one === 'string' && one.trim() === '' && !(acceptsEmpty && one === ''));
}
