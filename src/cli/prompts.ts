import { terminalText } from '../domain/kernel/text/plain-text.js';
import { toKeys } from '../domain/kernel/objects.js';
import { letNotesOut } from './starting/held-notes.js';
import { hideProgress } from './progress.js';

/** Prompts go to standard error, because standard output is for data only. */
const onTerminal = { output: process.stderr };

/** Call these only on a terminal; the prompts do not check. Loaded on demand, because most commands never prompt. */
async function openPrompts() {
  hideProgress();
  letNotesOut();
  return import('@inquirer/prompts');
}

/** A yes/no question; the default is no. */
export async function confirm(message: string): Promise<boolean> {
  const prompts = await openPrompts();
  return prompts.confirm({ message: terminalText(message), default: false }, onTerminal);
}

/** A choice between several labeled answers. */
export async function choose<T extends string>(message: string, labels: Readonly<Record<T, string>>): Promise<T> {
  const prompts = await openPrompts();
  const choices = toKeys(labels).map((value) => ({ name: terminalText(labels[value]), value }));
  return prompts.select<T>({ message: terminalText(message), choices }, onTerminal);
}

/** A password, displayed as asterisks. */
export async function promptPassword(message: string): Promise<string> {
  const prompts = await openPrompts();
  return prompts.password({ message: terminalText(message), mask: true }, onTerminal);
}

/** A line of text; it may be blank only if it is optional. */
export async function promptText(message: string, isRequired: boolean): Promise<string> {
  const prompts = await openPrompts();
  const validate = (text: string) => !isRequired || text.trim() !== '' || 'Enter a value.';
  return (await prompts.input({ message: terminalText(message), validate }, onTerminal)).trim();
}
