import { readFileSync } from 'node:fs';

/**
 * The most memory that this process has used, in megabytes. Not `maxRSS`: on Linux a new process inherits its parent's,
 * so it would include earlier benchmarks.
 */
export const peakMegabytes = () =>
  process.platform === 'linux'
    ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024
    : process.resourceUsage().maxRSS / 1024;
