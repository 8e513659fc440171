import { spawn, type ChildProcess } from 'node:child_process';
import { openSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../e2e/product.js';
import { readPostgresAccount, requirePrograms, waitFor } from './machine.js';

const packages = {
  '/usr/bin/patroni': 'patroni python3-etcd',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
};

interface DatabaseNode {
  readonly name: string;
  readonly address: string;
  /** The process IDs of its Patroni, and of its PostgreSQL with all of its connections. */
  listProcesses(): Promise<readonly number[]>;
  readPostmaster(): Promise<number>;
  /** Whether Patroni says that it is the primary, or the standby that commits wait for. */
  hasRole(role: 'primary' | 'synchronous'): Promise<boolean>;
  /** Starts Patroni, which starts PostgreSQL. */
  start(): void;
}

/** The setup of `examples/ha` on this machine. */
export interface Cluster {
  readonly nodes: readonly [DatabaseNode, DatabaseNode];
  readonly etcds: readonly ChildProcess[];
  getPrimary(): Promise<DatabaseNode>;
  getStandby(): Promise<DatabaseNode>;
  /** Resolves when one node is the primary and its commits wait for the other. */
  waitUntilWhole(): Promise<void>;
  /** Asks Patroni to exchange primary and standby. */
  switchOver(): Promise<void>;
  stop(): Promise<void>;
}

/** An example with its addresses, 10.0.0.x, replaced by addresses of this machine, 127.42.0.x. */
export async function readExample(name: string): Promise<string> {
  const text = await readFile(path.join(root, 'examples', 'ha', name), 'utf8');
  return text
    .replaceAll('10.0.0.0/24', '127.0.0.0/8')
    .replaceAll('127.0.0.1', '127.42.0.1')
    .replaceAll('10.0.0.', '127.42.0.');
}

/** The lines `NAME=value` of a file. */
export const readVariables = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name ?? '', value ?? '']));

/** Builds the setup: three etcds, two database nodes under Patroni, and HAProxy. Needs root. */
export async function startCluster(): Promise<Cluster> {
  requirePrograms(packages);
  const account = readPostgresAccount();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-ha-'));
  await chmod(folder, 0o755);
  const running: ChildProcess[] = [];
  const run = (name: string, program: string, args: readonly string[] = [], env = {}): ChildProcess => {
    const log = openSync(path.join(folder, `${name}.log`), 'a');
    const child = spawn(program, args, {
      ...account,
      ...{ cwd: folder, stdio: ['ignore', log, log], env: { PATH: process.env['PATH'], ...env } },
    });
    running.push(child);
    return child;
  };
  const makeOwnFolder = async (name: string): Promise<string> => {
    const own = path.join(folder, name);
    await mkdir(own, { mode: 0o700 });
    await chown(own, account.uid, account.gid);
    return own;
  };

  const etcdExample = await readExample('etcd.conf');
  const etcds = await Promise.all(
    [1, 2, 3].map(async (n) => {
      const text = etcdExample
        .replace('ETCD_NAME=etcd1', `ETCD_NAME=etcd${n}`)
        .replace(/,http:\/\/127\.42\.0\.1:2379/, '')
        .replace(/^(ETCD_(?:LISTEN|ADVERTISE|INITIAL_ADVERTISE)\w*=.*)127\.42\.0\.11/gm, `$1127.42.0.1${n}`);
      const data = { ETCD_DATA_DIR: await makeOwnFolder(`etcd${n}`), ETCD_LOG_LEVEL: 'error' };
      return run(`etcd${n}`, '/usr/bin/etcd', [], { ...readVariables(text), ...data });
    }),
  );
  const node = async (n: 1 | 2): Promise<DatabaseNode> => {
    const [name, address] = [`db${n}`, `127.42.0.1${n}`];
    const own = await makeOwnFolder(name);
    const data = path.join(own, 'data');
    const more = `  pgpass: ${own}/pgpass\n  parameters: { unix_socket_directories: ${own} }\n`;
    const text = (await readExample('patroni.yml'))
      .replace('name: db1', `name: ${name}`)
      .replace(/(listen|connect_address): 127\.42\.0\.11/g, `$1: ${address}`)
      .replace(/ {2}data_dir: .*\n/, `  data_dir: ${data}\n${more}`)
      .replace('mode: required', 'mode: off'); // this machine has no watchdog
    const config = path.join(own, 'patroni.yml');
    await writeFile(config, text);
    await chown(config, account.uid, account.gid);
    let patroni = run(name, '/usr/bin/patroni', [config]);
    const readPostmaster = async (): Promise<number> =>
      Number((await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    return {
      ...{ name, address, readPostmaster },
      listProcesses: async () => {
        const main = await readPostmaster();
        const children = (await readFile(`/proc/${main}/task/${main}/children`, 'utf8')).trim().split(' ');
        return [patroni.pid ?? 0, main, ...children.map(Number)].filter((pid) => pid > 0);
      },
      hasRole: (role) =>
        fetch(`http://${address}:8008/${role}`, { signal: AbortSignal.timeout(2000) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      start: () => {
        patroni = run(name, '/usr/bin/patroni', [config]);
      },
    };
  };
  const nodes = [await node(1), await node(2)] as const;
  const balancer = path.join(folder, 'haproxy.cfg');
  await writeFile(balancer, await readExample('haproxy.cfg'));
  run('haproxy', '/usr/sbin/haproxy', ['-db', '-f', balancer]);

  const find = (role: 'primary' | 'synchronous') => async (): Promise<DatabaseNode | null> => {
    for (const one of nodes) if (await one.hasRole(role)) return one;
    return null;
  };
  const getPrimary = () => waitFor('a primary', find('primary'));
  const getStandby = () => waitFor('a synchronous standby', find('synchronous'));
  return {
    ...{ nodes, etcds, getPrimary, getStandby },
    waitUntilWhole: async () => {
      await waitFor('a primary whose commits wait for the other node', async () => {
        const [first, second] = await Promise.all([find('primary')(), find('synchronous')()]);
        return first && second && first !== second ? true : null;
      });
    },
    switchOver: async () => {
      const [from, to] = [await getPrimary(), await getStandby()];
      const body = JSON.stringify({ leader: from.name, candidate: to.name });
      const answer = await fetch(`http://${from.address}:8008/switchover`, { method: 'POST', body });
      if (!answer.ok) throw new Error(await answer.text());
    },
    stop: async () => {
      const servers = await Promise.all(nodes.map((one) => one.listProcesses().catch(() => [])));
      for (const child of running.reverse()) {
        child.kill('SIGCONT');
        child.kill('SIGKILL');
      }
      for (const pid of servers.flat()) killIfThere(pid);
      await pause(1000);
      await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return; // it has ended already
  }
}
