import { createPromptModule } from 'inquirer';

/** Questions go to standard error: standard output holds data only. Ask on a terminal only, inquirer does not check. */
const prompt = createPromptModule({ output: process.stderr });

/** A yes or no; the safe answer is no. */
export async function confirm(message: string): Promise<boolean> {
  const answers = await prompt<{ yes: boolean }>([{ type: 'confirm', name: 'yes', message, default: false }]);
  return answers.yes;
}

/** One of several answers, each with its label. */
export async function choose<T extends string>(message: string, labels: Readonly<Record<T, string>>): Promise<T> {
  const choices = (Object.keys(labels) as T[]).map((value) => ({ name: labels[value], value }));
  const answers = await prompt<{ answer: string }>([{ type: 'select', name: 'answer', message, choices }]);
  return answers.answer as T; // one of the choices
}

/** A password, shown as stars. */
export async function askPassword(message: string): Promise<string> {
  const answers = await prompt<{ answer: string }>([{ type: 'password', name: 'answer', message, mask: true }]);
  return answers.answer;
}
