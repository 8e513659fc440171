// Reads or writes a workbook with the built product, in its own process, so that its memory can be measured.
import { readFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';

const [, , what, count, file] = process.argv; // the number of rows, and the file to read or write
const megabytes = () => process.memoryUsage.rss() / 2 ** 20;
const works = { read, write };
const work = await works[what]();
const before = megabytes();
let most = before;
const look = setInterval(() => (most = Math.max(most, megabytes())), 10);
const cpu = process.cpuUsage();
const start = performance.now();
const done = await work();
const ms = performance.now() - start;
const { user, system } = process.cpuUsage(cpu);
clearInterval(look);
most = Math.max(most, megabytes());
process.stdout.write(JSON.stringify({ ms, cpu: (user + system) / 1000, megabytes: most - before, done }), () =>
  process.exit(),
);

async function read() {
  const { readSheets } = await import('../dist/domain/files/sheets/read.js');
  const bytes = await readFile(file);
  return () =>
    readSheets({ name: file, bytes }).then(
      ({ sheets }) => sheets[0].rows.length,
      (error) => error.message,
    );
}

async function write() {
  const { writeWorkbook } = await import('../dist/domain/files/workbook/write-workbook.js');
  const kinds = ['text', 'money', 'number', 'day'];
  const columns = Array.from({ length: 20 }, (_, n) => ({
    header: `Column ${n}`,
    kind: kinds[n % 4],
    ...(n % 4 === 1 && { total: true }),
  }));
  function* rows() {
    for (let n = 0; n < Number(count); n += 1)
      yield columns.map((_, c) => [`Board ${n % 5000} x ${c}`, n * 125 + c, n + c, '2026-03-02'][c % 4]);
  }
  return async () => {
    const bytes = await buffer(writeWorkbook([{ name: 'Items', columns, rows: rows() }]));
    if (file) await writeFile(file, bytes);
    return bytes.length;
  };
}
