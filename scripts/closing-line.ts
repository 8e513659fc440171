import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Ends the run with a line `N passed, N failed`. A file that cannot be loaded counts as a failed test. */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const brokenCount = modules.filter((module) => module.errors().length > 0).length + unhandledErrors.length;
    const count = (wantedState: string) => states.filter((state) => state === wantedState).length;
    const skippedText = count('skipped') > 0 ? `, ${count('skipped')} skipped` : '';
    process.stdout.write(`${count('passed')} passed, ${count('failed') + brokenCount} failed${skippedText}\n`);
  }
}
