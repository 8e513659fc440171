import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { startProgram } from '../../domain/testing/program.js';
import { useWorld } from '../../domain/testing/world.js';
import { useApi } from '../testing/api.js';
import { send } from '../testing/http.js';

const api = useApi(useWorld());

/** How each proxy is configured to pool its connections to the server, and started with that file. */
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

/** Starts a proxy in front of the tests' server; resolves with its address when it answers. */
async function startProxy(name: Proxy): Promise<string> {
  const { config, start: args } = proxies[name];
  const port = await startProgram({
    command: name,
    config: (port, folder) => config(port, api.server.port, folder),
    args,
  });
  return `http://127.0.0.1:${port}`;
}

const refusedCall = {
  method: 'POST',
  path: '/api/auth',
  headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  raw: 'a'.repeat(200_000),
};

describe.each(Object.keys(proxies) as Proxy[])('behind %s, which shares its connections between visitors', (name) => {
  test.runIf(isInstalled(name))('refused bodies do not delay later visitors', async () => {
    const base = await startProxy(name);
    const refusals = await Promise.all(Array.from({ length: 20 }, () => send(base, refusedCall)));
    for (const { status } of refusals) expect([400, 413]).toContain(status);
    const visitors = Array.from({ length: 20 }, () => send(base, { method: 'GET', path: '/healthz' }));
    expect((await Promise.all(visitors)).map(({ status }) => status)).toEqual(visitors.map(() => 200));
  });
});
