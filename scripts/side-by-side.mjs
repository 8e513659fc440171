// Runs npm scripts at once: node scripts/side-by-side.mjs check:types check:lint. Each one's output comes whole, when it is done;
// the exit code is 1 when one of them failed, and the others are let go on so that all that is wrong is said.
import { spawn } from 'node:child_process';

/** Runs one script; answers whether it went well. */
function run(name) {
  const started = performance.now();
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(piece));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${name}: ${code === 0 ? 'passed' : 'failed'} in ${seconds} s`);
      process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    });
  });
}

const passed = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = passed.every(Boolean) ? 0 : 1;
