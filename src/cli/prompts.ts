import { terminalText } from '../domain/kernel/text/plain-text.js';
import { toKeys, present, findOneOf } from '../domain/kernel/objects.js';
import { letNotesOut } from './starting/held-notes.js';
import { hideProgress } from './progress.js';

interface Question {
  readonly message: string;
  readonly [option: string]: unknown;
}

/**
 * Prompts go to standard error, because standard output is for data only. Call these only on a terminal; inquirer
 * does not check. Loaded on demand, because most commands never prompt.
 */
async function ask<A extends object>(question: Question): Promise<A> {
  const { createPromptModule } = await import('inquirer');
  hideProgress();
  letNotesOut();
  const prompt = createPromptModule({ output: process.stderr });
  return (await prompt([{ ...question, message: terminalText(question.message) } as never])) as A; // inquirer's types depend on the kind of a question, which is data here
}

/** A yes/no question; the default is no. */
export async function confirm(message: string): Promise<boolean> {
  const answers = await ask<{ yes: boolean }>({ type: 'confirm', name: 'yes', message, default: false });
  return answers.yes;
}

/** A choice between several labeled answers. */
export async function choose<T extends string>(message: string, labels: Readonly<Record<T, string>>): Promise<T> {
  const choices = toKeys(labels).map((value) => ({ name: terminalText(labels[value]), value }));
  const answers = await ask<{ answer: string }>({ type: 'select', name: 'answer', message, choices });
  return present(findOneOf(toKeys(labels), answers.answer));
}

/** A password, displayed as asterisks. */
export async function promptPassword(message: string): Promise<string> {
  const answers = await ask<{ answer: string }>({ type: 'password', name: 'answer', message, mask: true });
  return answers.answer;
}

/** A line of text; it may be blank only if it is optional. */
export async function promptText(message: string, isRequired: boolean): Promise<string> {
  const validate = (text: string) => !isRequired || text.trim() !== '' || 'Enter a value.';
  const answers = await ask<{ answer: string }>({ type: 'input', name: 'answer', message, validate });
  return answers.answer.trim();
}
