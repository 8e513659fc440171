import { DomainError } from './errors.js';

export interface FairLimits {
  /** How many pieces of work run at the same time, for all users together. */
  readonly atOnce: number;
  /** How many run at the same time for one user. */
  readonly each: number;
  /** How many calls of one user may wait; further calls are refused. */
  readonly waiting: number;
  /** How long work waits before it is refused, in milliseconds; no limit by default. */
  readonly waitMs?: number;
}

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets users take turns: the next free slot goes to the waiting user who was served longest ago. Each user's work
 * starts in the sequence in which it arrived.
 */
export class FairQueue {
  private running = 0;
  /** All users with running or waiting work; the one served last is at the end. */
  private readonly lines = new Map<string, Line>();

  constructor(private readonly limits: FairLimits) {}

  /**
   * Runs `work` when it is this user's turn. Throws `busy` if the user has too much waiting work or has waited too
   * long, and `cancelled` if the signal from `leaving` is aborted first. `leaving` is called only for work that must
   * wait.
   */
  async run<T>(who: string, work: () => Promise<T>, leaving?: () => AbortSignal): Promise<T> {
    const line = this.getLine(who);
    if (!this.isFree(line)) await this.turn(who, line, leaving);
    else this.start(who, line);
    try {
      return await work();
    } finally {
      this.end(who, line);
    }
  }

  private getLine(who: string): Line {
    const line = this.lines.get(who) ?? { running: 0, waiting: [] };
    this.lines.set(who, line);
    return line;
  }

  private isFree(line: Line): boolean {
    return this.running < this.limits.atOnce && line.running < this.limits.each;
  }

  private turn(who: string, line: Line, leaving: (() => AbortSignal) | undefined): Promise<void> {
    const { waiting, waitMs } = this.limits;
    if (line.waiting.length >= waiting) throw busyError();
    const signal = leaving?.();
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
      };
      const start = (): void => {
        settle();
        this.start(who, line);
        resolve();
      };
      const leave = (reason: DomainError): void => {
        settle();
        line.waiting.splice(line.waiting.indexOf(start), 1);
        this.forget(who, line);
        reject(reason);
      };
      const cancel = (): void => leave(new DomainError('cancelled', undefined));
      const timer = waitMs === undefined ? undefined : setTimeout(() => leave(busyError()), waitMs);
      line.waiting.push(start);
      signal?.addEventListener('abort', cancel);
      if (signal?.aborted) cancel();
    });
  }

  private start(who: string, line: Line): void {
    this.running += 1;
    line.running += 1;
    this.lines.delete(who);
    this.lines.set(who, line);
  }

  private end(who: string, line: Line): void {
    this.running -= 1;
    line.running -= 1;
    this.forget(who, line);
    for (const next of this.lines.values())
      if (next.waiting.length > 0 && this.isFree(next)) return next.waiting.shift()?.();
  }

  private forget(who: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) this.lines.delete(who);
  }
}

const busyError = () => new DomainError('busy', { retryAfter: 5 });
