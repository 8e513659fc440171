import { readFileSync } from 'node:fs';

/**
 * The most memory that this process has used, in megabytes. Not `maxRSS`: Linux gives a new process that of its parent,
 * so that it grew with the benchmarks that ran before.
 */
export const peakMegabytes = () =>
  process.platform === 'linux'
    ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024
    : process.resourceUsage().maxRSS / 1024;
