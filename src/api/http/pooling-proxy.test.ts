import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { useWorld } from '../../domain/testing/world.js';
import { useApi } from '../testing/api.js';
import { send } from '../testing/http.js';

const api = useApi(useWorld());

/** How each proxy is set up to pool its connections to the server, and started with that file. */
const proxies = {
  haproxy: {
    config: (port: number, to: number) => `
      defaults
        mode http
        http-reuse always
        timeout connect 5s
        timeout client 20s
        timeout server 20s
      frontend visitors
        bind 127.0.0.1:${port}
        default_backend shedworks
      backend shedworks
        server one 127.0.0.1:${to} pool-max-conn 20\n`,
    start: (file: string) => ['-db', '-f', file],
  },
  nginx: {
    config: (port: number, to: number, folder: string) => `
      daemon off;
      pid ${folder}/pid;
      error_log ${folder}/error.log;
      worker_processes 1;
      events {}
      http {
        access_log off;
        client_body_temp_path ${folder}/body;
        proxy_temp_path ${folder}/proxy;
        fastcgi_temp_path ${folder}/fastcgi;
        uwsgi_temp_path ${folder}/uwsgi;
        scgi_temp_path ${folder}/scgi;
        upstream shedworks { server 127.0.0.1:${to}; keepalive 20; }
        server {
          listen 127.0.0.1:${port};
          client_max_body_size 60m;
          location / {
            proxy_pass http://shedworks;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
            proxy_request_buffering off;
            proxy_read_timeout 20s;
          }
        }
      }\n`,
    start: (file: string, folder: string) => ['-c', file, '-p', folder, '-e', path.join(folder, 'error.log')],
  },
} as const;
type Proxy = keyof typeof proxies;

const isInstalled = (name: string): boolean => spawnSync(name, ['-v']).error === undefined;

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a proxy before the server of the tests; resolves with its address when it answers. */
async function startProxy(name: Proxy): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'shedworks-proxy-'));
  const port = await freePort();
  const file = path.join(folder, 'proxy.conf');
  writeFileSync(file, proxies[name].config(port, api.server.port, folder));
  const child = spawn(name, proxies[name].start(file, folder), { stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => end(child, folder));
  await listens(port, child);
  return `http://127.0.0.1:${port}`;
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.kill('SIGTERM')) await gone;
  rmSync(folder, { recursive: true, force: true });
}

/** Resolves when a port takes connections; rejects when its program has ended. */
function listens(port: number, child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the proxy ended with ${code}`)));
    const attempt = (): void => {
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve();
      });
      socket.once('error', () => setTimeout(attempt, 20));
    };
    attempt();
  });
}

const refused = {
  method: 'POST',
  path: '/api/auth',
  headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  raw: 'a'.repeat(200_000),
};

describe.each(Object.keys(proxies) as Proxy[])('behind %s, which shares its connections between visitors', (name) => {
  test.runIf(isInstalled(name))('refused bodies keep no later visitor waiting', async () => {
    const base = await startProxy(name);
    const bad = await Promise.all(Array.from({ length: 20 }, () => send(base, refused)));
    for (const { status } of bad) expect([400, 413]).toContain(status);
    const visitors = Array.from({ length: 20 }, () => send(base, { method: 'GET', path: '/healthz' }));
    expect((await Promise.all(visitors)).map(({ status }) => status)).toEqual(visitors.map(() => 200));
  });
});
