import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { databaseAddressFault } from '../database/faults.js';
import { getErrorCode } from '../objects.js';

const HOST_NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i;
const CONTACT = /^(https:\/\/|tel:|mailto:)[^\s]+$|^[^\s@:]+@[^\s@:]+$/;

/** A comma-separated list whose entries must each match `one`. */
const getList = (one: RegExp, msg: string) =>
  z
    .string()
    .default('')
    .transform((text) => text.split(',').map((part) => part.trim()))
    .transform((parts) => parts.filter((part) => part !== ''))
    .refine((parts) => parts.every((part) => one.test(part)), msg);

const A_PORT = 'must be a port, from 0 to 65535';
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
const yesOrNo = () => z.stringbool('must be true or false');

const Variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, A_PORT)
    .transform(Number)
    .refine((port) => port <= 65_535, A_PORT)
    .default(4200),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://office.example.com' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  DATABASE_URL: z.string().optional(),
  DATABASE_READ_URL: z.string().optional(),
  SHEDWORKS_HOME: z.string().optional(),
  SHEDWORKS_ENV_FILE: z.string().optional(),
  SHEDWORKS_SECRET: z.string().min(32, 'must be at least 32 bytes').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' }).optional(),
  MAIL_FROM: z.string().default('shedworks@localhost'),
  SUPPORT_MONDAY_TOKEN: z.string().optional(),
  SUPPORT_MONDAY_BOARD: z.string().optional(),
  SUPPORT_MONDAY_GROUP: z.string().optional(),
  SUPPORT_MONDAY_URL: z
    .url('is not a valid address')
    .regex(/^(https:|http:\/\/(localhost|127\.0\.0\.1)[:/])/i, 'must begin with https:// because it receives a token')
    .default('https://api.monday.com/v2'),
  SUPPORT_EMAIL: z.string().optional(),
  METRICS_TOKEN: z.string().optional(),
  ALLOWED_HOSTS: getList(
    HOST_NAME,
    'must be host names separated by commas, such as office.example.com,shop.example.com',
  ),
  SECURITY_CONTACT: getList(CONTACT, 'must be an email address, or begin with https:// or tel:').transform((contacts) =>
    contacts.map((contact) => (contact.includes(':') ? contact : `mailto:${contact}`)),
  ),
  TRUST_PROXY: yesOrNo().default(false),
  SOURCE_PRIVATE_ADDRESSES: yesOrNo().default(false),
  SOURCE_FOLDER: z.string().optional(),
  SHEDWORKS_RUN_RECORD: yesOrNo().optional(),
  WEBHOOK_PRIVATE_ADDRESSES: yesOrNo().default(false),
  SSO_PRIVATE_ADDRESSES: yesOrNo().default(false),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
});

/** The names of all variables. */
export const variableNames: readonly string[] = Object.keys(Variables.shape);

const board = ['SUPPORT_MONDAY_TOKEN', 'SUPPORT_MONDAY_BOARD', 'SUPPORT_MONDAY_GROUP'] as const;

/**
 * Requires all variables of the support board, because with only some of them tickets would be lost. Requires a
 * database with a standby, because otherwise the standby would follow a different one.
 */
const Environment = Variables.superRefine((values, ctx) => {
  const refuse = (name: string, message: string) => ctx.addIssue({ code: 'custom', path: [name], message });
  if (values.DATABASE_READ_URL && !values.DATABASE_URL)
    refuse('DATABASE_URL', 'is required: DATABASE_READ_URL is its standby');
  for (const name of ['DATABASE_URL', 'DATABASE_READ_URL'] as const) {
    const fault = values[name] === undefined ? null : databaseAddressFault(values[name]);
    if (fault !== null) refuse(name, fault);
  }
  if (!board.some((name) => values[name])) return;
  for (const name of board.filter((one) => !values[one])) refuse(name, 'is also required for the support board');
});
export type Config = z.output<typeof Environment>;

/** One sentence that names every invalid variable. */
export class ConfigError extends Error {}

/** Reads the configuration from the environment. Throws a `ConfigError`. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = Environment.safeParse(present);
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '));
}

/**
 * The secret that signs sessions: from the configuration, or generated once and stored next to the data, readable
 * only by its owner.
 */
export function sessionSecret(config: Config, home: string): string {
  if (config.SHEDWORKS_SECRET) return config.SHEDWORKS_SECRET;
  const file = path.join(home, 'session-secret');
  fs.mkdirSync(home, { recursive: true });
  try {
    fs.writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error;
  }
  return fs.readFileSync(file, 'utf8').trim();
}
