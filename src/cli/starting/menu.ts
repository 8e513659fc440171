import type { Command } from 'commander';
import { rangeLabels, rangeNames } from '../../domain/reporting/reports/rules.js';
import { quote } from '../command-line.js';
import { printNote } from '../output.js';
import { promptText, choose } from '../prompts.js';

/** A question of the menu, and what its answer adds to the command; an optional one may be left blank. */
interface Question {
  readonly ask: string;
  readonly isRequired: boolean;
  readonly args: (answer: string) => readonly string[];
  /** The choices, by what they add to the command. With `OTHER`, free text can be entered. */
  readonly choices?: () => Promise<Readonly<Record<string, string>>>;
}

interface Entry {
  readonly label: string;
  readonly command: readonly string[];
  readonly questions?: readonly Question[];
}

const OTHER = 'other';

const requireAnswer = (ask: string, option?: string): Question => ({
  ...{ ask, isRequired: true },
  args: (answer) => (option ? [option, answer] : [answer]),
});
const optional = (ask: string, option: string): Question => ({
  ...{ ask, isRequired: false },
  args: (answer) => [option, answer],
});

async function reportsToRun(): Promise<Record<string, string>> {
  const { reports } = await import('../../domain/reporting/reports/registry.js');
  return { ...Object.fromEntries(reports.map(({ name, title }) => [name, title])), [OTHER]: 'A saved view' };
}

function ranges(): Promise<Record<string, string>> {
  const byLabel = new Map(rangeNames.map((name) => [rangeLabels[name], name]));
  return Promise.resolve({
    '': 'Default range',
    ...Object.fromEntries([...byLabel].map(([label, name]) => [name, label])),
  });
}

/**
 * The entries of the menu: commands with their questions. Commands that change data ask for confirmation themselves.
 */
export const menuEntries: readonly Entry[] = [
  { label: 'Import orders', command: ['orders', 'import'], questions: [requireAnswer('File (JSON)')] },
  { label: 'Push New orders to shops', command: ['orders', 'push'] },
  {
    label: 'Run a report or a saved view',
    command: ['reports', 'run'],
    questions: [
      { ...requireAnswer('Report'), choices: reportsToRun },
      { ...optional('Range', '--range'), choices: ranges },
      optional('Shop, for a report on one shop (blank for all)', '--shop'),
      optional('Save to a file (.xlsx, .csv, .pdf, .json; blank to show it here)', '--out'),
    ],
  },
  { label: 'List reports and saved views', command: ['reports', 'list'] },
  {
    label: 'Pay a shop',
    command: ['payments', 'create'],
    questions: [requireAnswer('Shop', '--shop'), optional('Cut-off date, YYYY-MM-DD (blank for none)', '--cut-off')],
  },
  {
    label: 'Recalculate payments (dry run)',
    command: ['payments', 'recalculate', '--all', '--dry-run'],
    questions: [requireAnswer('Since date, YYYY-MM-DD', '--since')],
  },
  {
    label: 'Recalculate payments',
    command: ['payments', 'recalculate', '--all'],
    questions: [requireAnswer('Since date, YYYY-MM-DD', '--since')],
  },
  { label: 'List users', command: ['users', 'list'] },
  {
    label: 'Back up',
    command: ['backup'],
    questions: [optional('File (blank for a file in this folder, named by date and time)', '--out')],
  },
  { label: 'Check the system (doctor)', command: ['doctor'] },
  { label: 'Show all commands', command: ['--help'] },
];

/** The command of an entry with the answers to its questions, in order. */
export const getCommand = ({ command, questions = [] }: Entry, answers: readonly string[]): string[] => [
  ...command,
  ...questions.flatMap((question, n) => (answers[n] ? question.args(answers[n]) : [])),
];

/**
 * Asks what to do, then runs it as if it had been entered, and prints the command so that it can be entered next
 * time.
 */
export async function offerMenu(program: Command): Promise<void> {
  const labels = Object.fromEntries([...menuEntries.map(({ label }) => label), 'Leave'].entries());
  const entry = menuEntries[Number(await choose('What would you like to do?', labels))];
  if (!entry) return;
  const answers: string[] = [];
  for (const question of entry.questions ?? []) answers.push(await answerTo(question));
  const command = getCommand(entry, answers);
  printNote(`shedworks ${command.map(quote).join(' ')}`);
  await program.parseAsync(command, { from: 'user' });
}

async function answerTo({ ask, isRequired, choices }: Question): Promise<string> {
  const answer = choices ? await choose(ask, await choices()) : OTHER;
  return answer === OTHER ? promptText(choices ? 'Name' : ask, isRequired) : answer;
}
