// Runs npm scripts in parallel: node scripts/side-by-side.mjs test check:types check:lint. The first has priority: it
// gets the CPU when it needs it and prints immediately; the others run at low priority and print their whole output
// when done. All scripts run to the end, so that every problem is reported; the exit code is 1 if any of them failed.
import { spawn } from 'node:child_process';
import os from 'node:os';

/** Runs one script; returns whether it succeeded. */
function run(name, goesBefore) {
  const startedAt = performance.now();
  const stdio = goesBefore ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'];
  const child = spawn('npm', ['run', '--silent', name], { stdio });
  if (!goesBefore && child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
  const pieces = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => pieces.push(piece));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`${name}: ${code === 0 ? 'passed' : 'failed'} in ${seconds} s`);
      process.stdout.write(Buffer.concat(pieces));
      resolve(code === 0);
    });
  });
}

const results = await Promise.all(process.argv.slice(2).map((name, n) => run(name, n === 0)));
process.exitCode = results.every(Boolean) ? 0 : 1;
