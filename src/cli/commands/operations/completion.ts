import { Argument, type Command } from 'commander';
import { completionFor, type Shell, shells } from '../../completion.js';

/** `shedworks completion bash|zsh|fish`, for a program with all its commands. */
export function registerCompletion(program: Command): void {
  program
    .command('completion')
    .description('Print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'shell').choices([...shells]))
    .action((shell: Shell) => {
      process.stdout.write(completionFor(program, shell));
    });
}
