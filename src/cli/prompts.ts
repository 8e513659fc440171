import { terminalText } from '../domain/kernel/text/plain-text.js';
import { keysOf } from '../domain/kernel/objects.js';

interface Question {
  readonly message: string;
  readonly [option: string]: unknown;
}

/**
 * Questions go to standard error: standard output holds data only. Ask on a terminal only, inquirer does not check.
 * Loaded when something is asked: most commands never do.
 */
async function ask<A extends object>(question: Question): Promise<A> {
  const { createPromptModule } = await import('inquirer');
  const prompt = createPromptModule({ output: process.stderr });
  return (await prompt([{ ...question, message: terminalText(question.message) } as never])) as A; // inquirer's types follow the kind of a question, which is data here
}

/** A yes or no; the safe answer is no. */
export async function confirm(message: string): Promise<boolean> {
  const answers = await ask<{ yes: boolean }>({ type: 'confirm', name: 'yes', message, default: false });
  return answers.yes;
}

/** One of several answers, each with its label. */
export async function choose<T extends string>(message: string, labels: Readonly<Record<T, string>>): Promise<T> {
  const choices = keysOf(labels).map((value) => ({ name: terminalText(labels[value]), value }));
  const answers = await ask<{ answer: string }>({ type: 'select', name: 'answer', message, choices });
  return answers.answer as T; // one of the choices
}

/** A password, shown as stars. */
export async function askPassword(message: string): Promise<string> {
  const answers = await ask<{ answer: string }>({ type: 'password', name: 'answer', message, mask: true });
  return answers.answer;
}

/** A line of text; an empty one only where it may be left out. */
export async function askText(message: string, needed: boolean): Promise<string> {
  const validate = (text: string) => !needed || text.trim() !== '' || 'Enter a value.';
  const answers = await ask<{ answer: string }>({ type: 'input', name: 'answer', message, validate });
  return answers.answer.trim();
}
