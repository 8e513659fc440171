import { execFileSync, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stopProcess } from './clients.js';
import { requirePrograms, waitFor } from './machine.js';

const packages = { '/usr/bin/prometheus': 'prometheus', '/usr/bin/promtool': 'prometheus' };
const ADDRESS = '127.0.0.1:9477';

/** A Prometheus that scrapes one server every four seconds and evaluates rules every second. */
export interface Prometheus {
  /** The names of the alerts that are firing. */
  listFiring(): Promise<ReadonlySet<string>>;
  /** The number of series that a dashboard shows for a query since `from`. */
  countSeries(query: string, from: Date): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a Prometheus with the rules, in a folder; throws if promtool finds a fault in them. */
export async function startPrometheus(folder: string, target: string, rules: string): Promise<Prometheus> {
  requirePrograms(packages);
  await mkdir(folder);
  const [rulesFile, configFile] = [path.join(folder, 'alerts.yml'), path.join(folder, 'prometheus.yml')];
  await writeFile(rulesFile, rules);
  const config = {
    global: { scrape_interval: '4s', scrape_timeout: '4s', evaluation_interval: '1s' },
    rule_files: [rulesFile],
    scrape_configs: [{ job_name: 'shedworks', static_configs: [{ targets: [new URL(target).host] }] }],
  };
  await writeFile(configFile, JSON.stringify(config)); // JSON is YAML
  execFileSync('/usr/bin/promtool', ['check', 'config', configFile], { stdio: 'pipe' });
  const child = spawn(
    '/usr/bin/prometheus',
    [
      `--config.file=${configFile}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      `--web.listen-address=${ADDRESS}`,
    ],
    { stdio: 'ignore' },
  );
  const read = async <T>(call: string, query: Readonly<Record<string, string>> = {}): Promise<T> => {
    const answer = await fetch(`http://${ADDRESS}/api/v1/${call}?${new URLSearchParams(query).toString()}`);
    const { data, error } = (await answer.json()) as { data: T; error?: string };
    if (error !== undefined) throw new Error(`${JSON.stringify(query)}: ${error}`);
    return data;
  };
  await waitFor('a Prometheus that is ready', () =>
    fetch(`http://${ADDRESS}/-/ready`).then(
      ({ ok }) => ok || null,
      () => null,
    ),
  );
  return {
    listFiring: async () => {
      const { alerts } = await read<{ alerts: { state: string; labels: { alertname: string } }[] }>('alerts');
      return new Set(alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname));
    },
    countSeries: async (query, from) => {
      const range = { start: from.toISOString(), end: new Date().toISOString(), step: '5' };
      return (await read<{ result: readonly unknown[] }>('query_range', { query, ...range })).result.length;
    },
    stop: () => stopProcess(child),
  };
}
