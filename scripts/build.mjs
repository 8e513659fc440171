// Compiles server and CLI with tsc (`npm run check:types` checks the types), builds the dashboard with vite, and writes compressed copies of the dashboard's
// files for the server.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const WORTH_IT = 1024;
const compressors = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
await rm('dist', { recursive: true, force: true });
run('typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck');
if (existsSync('vite.config.ts')) {
  run('vite/bin/vite.js', 'build', '--logLevel', 'warn');
  await nameBuild();
  await compressFolder('dist/dashboard');
}

function run(program, ...args) {
  const { status } = spawnSync(process.execPath, [path.join('node_modules', program), ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** Gives the server and its pages the same build ID, so that a page notices when the server runs another build. */
async function nameBuild() {
  const sum = createHash('sha256');
  for (const file of (await filesIn('dist')).sort()) sum.update(`${file}\0`).update(await readFile(file));
  const build = sum.digest('hex').slice(0, 12);
  const page = path.join('dist', 'dashboard', 'index.html');
  const html = await readFile(page, 'utf8');
  const htmlWithBuild = html.replace('name="build" content="dev"', `name="build" content="${build}"`);
  if (htmlWithBuild === html) throw new Error(`${page} does not say where its build goes.`);
  await writeFile(page, htmlWithBuild);
  await writeFile(path.join('dist', '.build'), build);
}

async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

async function compressFolder(folder) {
  const files = await filesIn(folder);
  const sizes = await Promise.all(files.filter((file) => /\.(js|css|html|svg|json)$/.test(file)).map(compressFile));
  const total = (kind) => `${Math.round(sizes.reduce((sum, size) => sum + size[kind], 0) / 1000)} kB`;
  console.log(`Dashboard: ${sizes.length} files, ${total('plain')}; gzip ${total('gz')}, brotli ${total('br')}.`);
}

/** Writes `.br` and `.gz` next to the file if they are smaller; returns the number of bytes sent to browsers. */
async function compressFile(file) {
  const content = await readFile(file);
  const size = { plain: content.length, gz: content.length, br: content.length };
  if (content.length < WORTH_IT) return size;
  for (const [kind, compress] of Object.entries(compressors)) {
    const packed = await compress(content);
    if (packed.length >= content.length) continue;
    await writeFile(`${file}.${kind}`, packed);
    size[kind] = packed.length;
  }
  return size;
}
