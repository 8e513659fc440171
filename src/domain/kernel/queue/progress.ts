import { setTimeout as pause } from 'node:timers/promises';
import type { Progress } from '../context.js';

const PAUSE_MS = 250;
type Report = { done: number; total: number; step: string };

/**
 * Writes progress reports one at a time, at most four a second. Of those that arrive in between, only the newest is
 * written.
 */
export class ProgressWriter implements Progress {
  private latest: Report | null = null;
  private writing: Promise<void> | null = null;

  constructor(private readonly write: (report: Report) => Promise<void>) {}

  report(done: number, total: number, step: string): void {
    this.latest = { done, total, step };
    this.writing ??= this.writeAll();
  }

  /** Resolves when every report is written. */
  async finished(): Promise<void> {
    while (this.writing) await this.writing;
  }

  private async writeAll(): Promise<void> {
    try {
      for (let report = this.latest; report; report = this.latest) {
        this.latest = null;
        await this.write(report);
        if (!this.latest) break;
        await pause(PAUSE_MS);
      }
    } finally {
      this.writing = null;
    }
  }
}
