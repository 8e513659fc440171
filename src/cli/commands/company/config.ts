import type { Command } from 'commander';
import { computeEffect } from '../../../domain/catalogue/prices/effect.js';
import { SettingsFields } from '../../../domain/company/company/schema.js';
import { updateCompany, getCompanyProfile } from '../../../domain/company/company/service.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { readConfig } from '../../../domain/kernel/platform/config.js';
import { readVariables, type ShownVariable } from '../../../domain/operations/status/variables.js';
import { fieldsOption } from '../../fields.js';
import { parseNumber } from '../../numbers.js';
import { type Columns, print, printNote, sentence, toRows } from '../../output.js';
import { printEffect } from '../catalogue/prices-effect.js';
import { fail, UsageError, withContext, type GlobalOptions } from '../../run.js';

/** What can be set by name, besides the settings that orders are priced with. */
const texts = ['name', 'productName', 'streetAddress', 'city', 'state', 'zipCode', 'timeZone', 'paperSize'] as const;
const figures = Object.keys(SettingsFields.shape);
const LISTS = ['mailDomains'];
const names: readonly string[] = [...texts, ...LISTS, ...figures];

interface Setting {
  readonly name: string;
  readonly value: string | number | readonly string[];
}

/** `shedworks config …`: the company's settings, and the variables of the installation. */
export function registerConfig(program: Command): void {
  const config = program
    .command('config')
    .description("Show and change the company's settings, and show the variables of this installation");
  config
    .command('list')
    .description("List the company's settings")
    .option(...fieldsOption)
    .action((options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const settings = await readSettings(ctx);
        print(options, settings, toRows(columns, settings));
        return undefined;
      }),
    );
  config
    .command('get <name>')
    .description('Show a setting, by name')
    .action((name: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        refuseUnknown(name);
        const settings = (await readSettings(ctx)).filter((setting) => setting.name === name);
        print(options, settings[0], toRows(columns, settings));
        return undefined;
      }),
    );
  config
    .command('set')
    .description('Change a setting')
    .argument('<name>', 'name of the setting')
    .argument('<value>', 'new value; a list is separated by commas; "" for none')
    .option('--dry-run', 'show what would happen to prices, change nothing')
    .action((name: string, value: string, options: GlobalOptions & { readonly dryRun?: boolean }) =>
      withContext(options, (ctx) => set(ctx, name, value, options)),
    );
  config
    .command('variables')
    .description('List the variables of this installation, without secrets, and where each comes from')
    .option(...fieldsOption)
    .action((options: GlobalOptions) => printVariables(options));
}

async function readSettings(ctx: Ctx): Promise<Setting[]> {
  const company = await getCompanyProfile(ctx, {});
  return Object.entries(company).flatMap(
    ([name, value]) => (names.includes(name) ? [{ name, value: value as Setting['value'] }] : []), // the other fields are not settings
  );
}

function refuseUnknown(name: string): void {
  if (!names.includes(name)) throw new UsageError(`"${name}" is not a setting. Use one of: ${names.join(', ')}`);
}

async function set(
  ctx: Ctx,
  name: string,
  text: string,
  options: GlobalOptions & { readonly dryRun?: boolean },
): Promise<undefined> {
  refuseUnknown(name);
  const { _id: id } = await getCompanyProfile(ctx, {});
  const change = { id, [name]: toValue(name, text) };
  if (options.dryRun) return printEffect(options, await computeEffect(updateCompany)(ctx, change));
  const { msg } = await updateCompany(ctx, change);
  const settings = (await readSettings(ctx)).filter((setting) => setting.name === name);
  print(options, settings[0], toRows(columns, settings));
  printNote(sentence(msg));
}

function toValue(name: string, text: string): Setting['value'] {
  if (LISTS.includes(name)) return text.split(',').flatMap((one) => one.trim() || []);
  if (!figures.includes(name)) return text;
  const value = parseNumber(text);
  if (Number.isNaN(value)) throw new UsageError(`${name}: "${text}" is not a number`);
  return value;
}

/** Lists the variables, which needs no database. */
function printVariables(options: GlobalOptions): void {
  try {
    readConfig();
    const variables = readVariables();
    const columns: Columns<ShownVariable> = {
      name: (one) => one.name,
      value: (one) => one.value,
      from: (one) => one.from,
    };
    print(options, variables, toRows(columns, variables));
  } catch (error) {
    fail(error);
  }
}

const columns: Columns<Setting> = {
  name: (setting) => setting.name,
  value: ({ value }) => (typeof value === 'object' ? value.join(', ') : value),
};
