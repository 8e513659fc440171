import { readdirSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { version } from '../src/domain/kernel/platform/version.js';
import { leaveGround, serverVersion } from './lib/ground.js';
import { takeResults, type Result } from './lib/measure.js';
import { scales } from './lib/scale.js';

/**
 * Runs every benchmark, or the named ones: `npm run bench -- --scale full lists search`. Prints one table at the end
 * and exits with 1 if a goal is missed. `--home <folder>` keeps the generated data there for the next run.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: 'small' }, home: { type: 'string' } },
});
const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.replace('.ts', ''));
/** It downloads a tool, so it runs only when it is named. */
const onlyWhenNamed: ReadonlySet<string> = new Set(['lighthouse']);
const unknown = positionals.filter((name) => !all.includes(name));
if (unknown.length > 0 || !(values.scale in scales)) {
  console.error(`The benchmarks are ${all.join(', ')}; the scales ${Object.keys(scales).join(', ')}.`);
  process.exit(2);
}
process.env['SCALE'] = values.scale;
if (values.home) process.env['BENCH_HOME'] = values.home;

const lines: (Result & { readonly bench: string })[] = [];
const times: string[] = [];
try {
  for (const name of positionals.length > 0 ? positionals : all.filter((one) => !onlyWhenNamed.has(one))) {
    console.log(`\n${name}`);
    const start = performance.now();
    if (!(await isMet(name))) process.exitCode = 1;
    lines.push(...takeResults().map((result) => ({ bench: name, ...result })));
    times.push(`${name} ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
  const postgres = await serverVersion();
  console.log(
    `\nshedworks ${version}, Node ${process.version}, ${postgres && `PostgreSQL ${postgres}, `}${os.cpus().length} cores, scale ${values.scale}, ${new Date().toISOString().slice(0, 10)}; ${times.join(', ')}\n`,
  );
  console.log('| bench | operation | limit | product | ratio | goal | |\n| --- | --- | --- | --- | --- | --- | --- |');
  for (const { bench, what, limit, product, ratio, goal, met } of lines)
    console.log(
      `| ${[bench, what.trim(), limit, product, ratio, goal, met === null ? '' : met ? 'met' : 'MISSED'].join(' | ')} |`,
    );
} finally {
  await leaveGround();
}

/** Runs a benchmark. One that throws is reported and counts as missed; the others still run. */
async function isMet(name: string): Promise<boolean> {
  try {
    const bench = (await import(`./${name}.js`)) as { run(): Promise<boolean> | boolean };
    return await bench.run();
  } catch (error) {
    console.error(error);
    return false;
  }
}
