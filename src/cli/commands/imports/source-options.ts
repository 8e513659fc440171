import { type Command, Option } from 'commander';
import { listSources } from '../../../domain/imports/feed/sources/service.js';
import { type SourceKind, takenParts } from '../../../domain/imports/feed/schema.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { toInput } from '../../given.js';
import { readJson, readText } from '../../files.js';
import { findByName } from '../../named.js';
import { parseNumber } from '../../numbers.js';
import { promptPassword } from '../../prompts.js';
import { UsageError, type GlobalOptions } from '../../run.js';
import { userId } from '../company/users-parts.js';

export interface CredentialOptions extends GlobalOptions {
  readonly credentialStdin?: boolean;
  readonly credentialPrompt?: boolean;
}

export interface SourceOptions extends CredentialOptions {
  readonly name?: string;
  readonly kind?: SourceKind;
  readonly address?: string;
  readonly cron?: string;
  readonly fullCron?: string;
  readonly timeZone?: string;
  readonly overlap?: number;
  readonly mapping?: string;
  readonly owner?: string;
  readonly atOnce?: string;
  readonly brakePercent?: number;
  readonly brakeAmount?: number | '';
  readonly set?: readonly string[];
}

/** The variable with the credential, because an argument would appear in the process list. */
const VARIABLE = 'SHEDWORKS_SOURCE_CREDENTIAL';

/** The options for a credential, which is never an argument. */
export const asksCredential = (command: Command): Command =>
  command
    .addOption(
      new Option('--credential-stdin', `read the credential from standard input instead of ${VARIABLE}`).conflicts(
        'credentialPrompt',
      ),
    )
    .option('--credential-prompt', 'prompt for the credential');

/**
 * The credential from where the options state; undefined without one. Prompts for it on a terminal if one is
 * probably needed.
 */
export async function readCredential(options: CredentialOptions, isNeeded: boolean): Promise<string | undefined> {
  if (options.credentialStdin) return (await readText('-')).replace(/\r?\n$/, '');
  const credential = process.env[VARIABLE];
  if (credential) return credential;
  if (options.credentialPrompt && !process.stdin.isTTY)
    throw new UsageError(`--credential-prompt: there is no terminal. Set ${VARIABLE}, or add --credential-stdin.`);
  if (!options.credentialPrompt && !(isNeeded && process.stdin.isTTY)) return undefined;
  return (await promptPassword('Credential (blank for none)')) || undefined;
}

/** The fields of a source that the options set. */
export async function sourceFields(ctx: Ctx, options: SourceOptions) {
  const { name, kind, address, cron, fullCron, timeZone, overlap, mapping, owner } = options;
  return {
    ...(name === undefined ? {} : { name }),
    ...(kind === undefined ? {} : { kind }),
    ...(address === undefined ? {} : { address }),
    ...(cron === undefined ? {} : { cron: cron === '' ? null : cron }),
    ...(fullCron === undefined ? {} : { fullCron: fullCron === '' ? null : fullCron }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(overlap === undefined ? {} : { overlapMinutes: overlap }),
    ...(mapping === undefined ? {} : { mapping: toInput<Record<string, string>>(await readJson(mapping)) }),
    ...(owner === undefined ? {} : { owner: owner === '' ? null : await userId(ctx, owner) }),
    ...settingsIn(options),
  };
}

/**
 * The fields for what is accepted automatically, when a pull stops, and how to call the source; empty without such
 * options.
 */
function settingsIn({ atOnce, brakePercent, brakeAmount, set }: SourceOptions) {
  const settings = {
    ...(set === undefined ? {} : Object.fromEntries(set.map(readSetting))),
    ...(atOnce === undefined ? {} : { takesAtOnce: readParts(atOnce) }),
    ...(brakePercent === undefined ? {} : { brakePercent }),
    ...(brakeAmount === undefined ? {} : { brakeAmount: brakeAmount === '' ? null : brakeAmount }),
  };
  return Object.keys(settings).length === 0 ? {} : { settings };
}

type Part = (typeof takenParts)[number];
const isPart = (text: string): text is Part => takenParts.some((part) => part === text);

function readParts(text: string): Part[] {
  const values = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const unknown = values.filter((one) => !isPart(one));
  if (unknown.length > 0)
    throw new UsageError(`--at-once: "${unknown.join(', ')}" must be of ${takenParts.join(', ')}, with commas`);
  return values.filter(isPart);
}

function readSetting(text: string): [string, string | number] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--set: "${text}" must be a name and a value, such as limit=50`);
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  return [name, name === 'limit' ? parseNumber(value) : value];
}

/** The ID of a source, by name or ID. */
export const sourceNamed = async (ctx: Ctx, source: string): Promise<string> =>
  findByName((await listSources(ctx, { size: 5000 })).items, source, 'source')._id;
