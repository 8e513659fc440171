import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import type { Topic } from '../../../domain/kernel/topics.js';
import { isOffline, onConnection, tellUnreachable } from './connection.js';
import { type Progress, tellProgress } from './progress.js';
import { onToken, readToken, sessionHeaders } from './token.js';

/** Which reads a topic makes stale, by the beginning of their paths. */
const paths: Readonly<Record<Exclude<Topic, 'progress'>, readonly string[]>> = {
  orders: ['/api/order', '/api/history', '/api/dashboard', '/api/home', '/api/import', '/api/stock'],
  stock: ['/api/stock', '/api/item', '/api/history'],
  invoices: ['/api/invoice', '/api/approvals', '/api/order', '/api/history', '/api/dashboard', '/api/home'],
  payments: [
    '/api/payment',
    '/api/invoice',
    '/api/repairinvoice',
    '/api/correction',
    '/api/history',
    '/api/dashboard',
    '/api/home',
  ],
  repairs: ['/api/repairinvoice', '/api/approval', '/api/history', '/api/home'],
  vendors: ['/api/vendor', '/api/metalorder', '/api/materialorder', '/api/stock', '/api/history'],
  materialOrders: ['/api/materialorder', '/api/stock', '/api/history'],
  metalOrders: ['/api/metalorder', '/api/stock', '/api/item', '/api/history'],
  alerts: ['/api/alert'],
  invoiceAlerts: ['/api/alert'],
  comments: ['/api/comment'],
  announcements: ['/api/announcement'],
  logs: ['/api/log'],
  tickets: ['/api/support'],
  outbox: ['/api/outbox', '/api/support'],
  jobs: ['/api/jobs'],
  savedview: ['/api/savedview'],
  schedule: ['/api/schedule'],
  users: ['/api/users', '/api/auth'],
  company: ['/api/company', '/api/auth', '/api/calculator'],
  shops: ['/api/shop', '/api/calculator'],
  catalogue: [
    '/api/item',
    '/api/stock',
    '/api/component',
    '/api/addon',
    '/api/shed',
    '/api/calculator',
    '/api/haulbase',
    '/api/basestyle',
    '/api/dealer',
    '/api/shop',
    '/api/settings',
    '/api/company',
    '/api/lookups',
    '/api/prices',
    '/api/history',
    '/api/import',
  ],
};

const SETTLE_MS = 150;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;
/** The server's heart beats more often than that: a longer silence is a stream whose other end is gone. */
const SILENCE_MS = 60_000;

/** Follows the server's events while the page is visible: what another person changed is read again within a second. */
export function useServerEvents(): void {
  const { mutate } = useSWRConfig();
  useEffect(() => {
    const stale = new Set<string>();
    let settle: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      settle = undefined;
      const prefixes = [...stale].map((path) => `GET ${path}`);
      stale.clear();
      void mutate((key) => Array.isArray(key) && prefixes.some((prefix) => String(key[0]).startsWith(prefix)));
    };
    const mark = (prefixes: readonly string[]) => {
      for (const prefix of prefixes) stale.add(prefix);
      settle ??= setTimeout(flush, SETTLE_MS);
    };
    const stop = follow(
      (told) => (told.topic === 'progress' ? tellProgress(told) : mark(paths[told.topic])),
      () => mark(['/api/']),
    );
    return () => {
      clearTimeout(settle);
      stop();
    };
  }, [mutate]);
}

/** What the stream tells: that something of a topic changed; of `progress`, how far a request is. */
type Told = { readonly topic: Topic } & Progress & { readonly key: string };

/** Keeps a stream open while the page is visible; `onGap` says that events may have been missed. */
function follow(onTold: (told: Told) => void, onGap: () => void): () => void {
  let stream: AbortController | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_RETRY_MS;
  let missed = false;
  const open = () => {
    if (stream || document.hidden || !readToken()) return;
    const mine = new AbortController();
    stream = mine;
    const opened = () => {
      wait = FIRST_RETRY_MS;
      if (missed) onGap();
      missed = false;
    };
    void readStream(mine, opened, onTold)
      .catch(() => undefined) // a lost stream is opened again below
      .finally(() => {
        if (stream !== mine) return;
        stream = null;
        missed = true;
        tellUnreachable();
        retry = setTimeout(open, wait);
        wait = Math.min(wait * 2, LAST_RETRY_MS);
      });
  };
  const close = () => {
    clearTimeout(retry);
    missed ||= stream !== null;
    const open = stream;
    stream = null;
    open?.abort();
  };
  const onVisibility = () => (document.hidden ? close() : open());
  const again = () => {
    if (isOffline()) return;
    close(); // what was open may be dead without knowing it
    open();
  };
  document.addEventListener('visibilitychange', onVisibility);
  const onSession = () => {
    if (!readToken()) close();
  };
  const stops = [onConnection(again), onToken(onSession)];
  open();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    for (const stop of stops) stop();
    close();
  };
}

async function readStream(stream: AbortController, opened: () => void, onTold: (told: Told) => void): Promise<void> {
  const { signal } = stream;
  const response = await fetch('/api/events', { signal, headers: sessionHeaders() });
  if (!response.ok || !response.body) throw new Error(`events: ${response.status}`);
  opened();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const silence = setTimeout(() => stream.abort(), SILENCE_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    if (done) return;
    const messages = (text + value).split('\n\n');
    text = messages.pop() ?? '';
    for (const told of messages.map(toldBy)) if (told) onTold(told);
  }
}

/** What one message of the stream tells; null for a heartbeat, and for a topic of another version. */
function toldBy(message: string): Told | null {
  if (!message.startsWith('data: ')) return null;
  const told = JSON.parse(message.slice(6)) as Partial<Told>;
  const isKnown = told.topic === 'progress' || Object.hasOwn(paths, told.topic ?? '');
  return isKnown ? (told as Told) : null;
}
