import { readdirSync } from 'node:fs';
import os from 'node:os';
import { version } from '../src/domain/platform/version.js';

/** Files here that are no benchmark. */
const helpers = ['run.ts', 'ground.ts', 'catalogue.ts', 'client.ts'];

/** Runs every benchmark, or those named on the command line; exit code 1 when one misses its ratio. */
const wanted = process.argv.slice(2);
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !helpers.includes(file))
  .map((file) => file.replace('.ts', ''))
  .filter((name) => wanted.length === 0 || wanted.includes(name));

console.log(
  `shedworks ${version}, Node ${process.version}, ${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}`,
);
for (const name of names) {
  console.log(`\n${name}`);
  const bench = (await import(`./${name}.js`)) as { run(): Promise<boolean> | boolean };
  if (!(await bench.run())) process.exitCode = 1;
}
