import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const TIMES = 3;

/** Bytes of memory in use after garbage collection. Buffers are released a little after they are collected. */
export async function measureBytesInUse(): Promise<number> {
  let least = Infinity;
  for (let n = 0; n < TIMES; n++) {
    collectGarbage();
    await turn();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    least = Math.min(least, heapUsed + arrayBuffers);
  }
  return least;
}
