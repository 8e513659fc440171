import { createPromptModule } from 'inquirer';

/** Questions go to standard error: standard output holds data only. Ask on a terminal only, inquirer does not check. */
const prompt = createPromptModule({ output: process.stderr });

/** A yes or no; the safe answer is no. */
export async function confirm(message: string): Promise<boolean> {
  const { yes } = await prompt([{ type: 'confirm', name: 'yes', message, default: false }]);
  return yes as boolean;
}

/** One of several answers, each with its label. */
export async function choose<T extends string>(message: string, labels: Readonly<Record<T, string>>): Promise<T> {
  const choices = (Object.keys(labels) as T[]).map((value) => ({ name: labels[value], value }));
  const { answer } = await prompt([{ type: 'select', name: 'answer', message, choices }]);
  return answer as T;
}

/** A password, shown as stars. */
export async function askPassword(message: string): Promise<string> {
  const { answer } = await prompt([{ type: 'password', name: 'answer', message, mask: true }]);
  return answer as string;
}
