import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { packageFolder } from '../../package.js';
import { connect } from '../../domain/kernel/database/database.js';
import { useWorld } from '../../domain/testing/world.js';
import { createMetrics } from './observe.js';

const world = useWorld();
const read = (file: string): Promise<string> => readFile(new URL(file, packageFolder), 'utf8');

/** The names of a server's metrics. */
async function listMetrics(): Promise<Set<string>> {
  const parts = { pools: { reads: world.db }, folders: { temporary: '/tmp' }, isListening: () => true };
  const { registry } = createMetrics(world.db, undefined, parts);
  return new Set(
    registry.getMetricsAsArray().flatMap(({ name }) => [name, `${name}_count`, `${name}_sum`, `${name}_bucket`]),
  );
}

const namesIn = (query: string): string[] => query.match(/\b(shedworks|nodejs|process)_\w+/g) ?? [];

test('every alert has its section in the runbook, and every section its alert', async () => {
  const alerts = [...(await read('examples/alerts.yml')).matchAll(/- alert: (\w+)[\s\S]*?runbook: '([^']+)'/g)];
  const pages = [...(await read('docs/runbook.md')).matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(15);
  expect(alerts.map(([, name]) => name)).toEqual(pages);
  for (const [, name = '', runbook] of alerts) expect(runbook).toBe(`docs/runbook.md#${name.toLowerCase()}`);
});

test('every metric that an alert, the dashboard or the guide names exists', async () => {
  const metrics = await listMetrics();
  const alerts = [...(await read('examples/alerts.yml')).matchAll(/expr: '(.*)'$/gm)].map(([, query]) => query ?? '');
  const board = JSON.parse(await read('examples/grafana.json')) as { panels: { targets: { expr: string }[] }[] };
  const queries = [...alerts, ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))];
  const guide = (await read('docs/operations.md')).match(/`shedworks_\w+`/g) ?? [];
  const usedNames = [...queries.flatMap(namesIn), ...guide.map((name) => name.slice(1, -1))];
  expect(usedNames.length).toBeGreaterThan(30);
  expect(usedNames.filter((name) => !metrics.has(name))).toEqual([]);
});

test('standbys, sweeps, backups, connections and disks have metrics', async () => {
  const parts = {
    pools: { reads: world.db },
    folders: { home: '/nowhere', temporary: '/tmp' },
    isListening: () => false,
  };
  const { registry, refresh } = createMetrics(world.db, undefined, parts);
  await refresh();
  const before = await registry.metrics();
  expect(before).toContain('shedworks_standbys 0');
  expect(before).not.toMatch(/^shedworks_sweep_age_seconds /m);
  expect(before).not.toMatch(/^shedworks_verified_backup_age_seconds /m);
  expect(before).toContain('shedworks_listener_connected 0');
  expect(before).toMatch(/shedworks_pool_connections\{pool="reads",state="used"\} \d/);
  expect(before).toMatch(/shedworks_disk_free_bytes\{folder="temporary"\} [1-9]/);
  expect(before).not.toContain('folder="home"');
  await world.db('sweeps').insert({ ended_at: new Date(Date.now() - 600_000) });
  await refresh();
  expect(Number(/^shedworks_sweep_age_seconds ([\d.]+)/m.exec(await registry.metrics())?.[1])).toBeGreaterThan(599);
});

test('a webhook message that was never tried counts as waiting, unless its webhook is paused', async () => {
  const parts = { pools: {}, folders: {}, isListening: () => true };
  const { registry, refresh } = createMetrics(world.db, undefined, parts);
  const id = '01a1fb59-e501-7347-a09d-5a8f4806d9ff';
  const endpoint = { id, name: 'System', address: 'https://system.example/hooks', secret: 'sealed' };
  await world.db('webhook_endpoints').insert({ ...endpoint, secret_set_at: new Date() });
  const at = new Date(Date.now() - 1_200_000);
  await world.db('webhook_messages').insert({ endpoint_id: id, type: 'webhook.test', at });
  const readAge = async (): Promise<number> => {
    await refresh();
    return Number(/queue_age_seconds\{queue="webhooks"\} ([\d.]+)/.exec(await registry.metrics())?.[1]);
  };
  expect(await readAge()).toBeGreaterThan(1199);
  await world.db('webhook_endpoints').where({ id }).update({ paused: true });
  expect(await readAge()).toBe(0);
});

test('without a database, its metrics are missing, and the others remain', async () => {
  const away = connect('postgresql://nobody@127.0.0.1:9/none', { max: 1, acquireMs: 1000 });
  const { registry, refresh } = createMetrics(away, undefined, {
    pools: { reads: away },
    folders: {},
    isListening: () => false,
  });
  await refresh();
  const text = await registry.metrics();
  await away.destroy();
  expect(text).toContain('shedworks_database_up 0');
  expect(text).not.toMatch(/^shedworks_(jobs|outbox_messages|sweep_age_seconds)[ {]/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d/m);
});
