import { useEffect } from 'react';
import type { Topic } from '../../../domain/kernel/topics.js';
import { isAnswered, onChange } from './changes.js';
import { isOffline, onConnection, reportUnreachable } from './connection.js';
import { type Progress, publishProgress } from './progress.js';
import { isStaleTopic, type StaleTopic } from './stale-reads.js';
import { onToken, readToken, sessionHeaders } from './token.js';
import { useRefresh } from './use-api.js';
import { parseOwnJson } from '../../../domain/kernel/objects.js';

const SETTLE_MS = 150;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;
/** The server's heartbeat is more frequent: a longer silence means the connection is dead. */
const SILENCE_MS = 60_000;

/**
 * Reloads changed data: this page's changes immediately, as the answer reports, and within a second what another user
 * changed, as reported by the server's events while the page is visible.
 */
export function useServerEvents(): void {
  const refresh = useRefresh();
  useEffect(() => onChange(({ topics, gone }) => refresh(topics, gone)), [refresh]);
  useEffect(() => {
    const receivedTopics: { readonly topic: StaleTopic; readonly by?: string }[] = [];
    let settle: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      settle = undefined;
      const news = receivedTopics.splice(0).filter(({ by }) => by === undefined || !isAnswered(by));
      void refresh([...new Set(news.map(({ topic }) => topic))]);
    };
    const mark = (one: (typeof receivedTopics)[number]) => {
      receivedTopics.push(one);
      settle ??= setTimeout(flush, SETTLE_MS);
    };
    const stop = follow(
      ({ topic, ...event }) => (topic === 'progress' ? publishProgress(event) : mark({ topic, ...event })),
      () => mark({ topic: '*' }),
    );
    return () => {
      clearTimeout(settle);
      stop();
    };
  }, [refresh]);
}

/** A message of the stream: a change of a topic or, for `progress`, the progress of a request. */
type EventMessage = { readonly topic: Topic; readonly by?: string } & Progress & { readonly key: string };

/** Keeps a stream open while the page is visible; `onGap` signals that events may have been missed. */
function follow(onReceived: (message: EventMessage) => void, onGap: () => void): () => void {
  let stream: AbortController | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_RETRY_MS;
  let hasMissed = false;
  const open = () => {
    if (stream || document.hidden || !readToken()) return;
    const mine = new AbortController();
    stream = mine;
    const markOpen = () => {
      wait = FIRST_RETRY_MS;
      if (hasMissed) onGap();
      hasMissed = false;
    };
    void readStream(mine, markOpen, onReceived)
      .catch(() => undefined) // a lost stream is reopened below
      .finally(() => {
        if (stream !== mine) return;
        stream = null;
        hasMissed = true;
        reportUnreachable();
        retry = setTimeout(open, wait);
        wait = Math.min(wait * 2, LAST_RETRY_MS);
      });
  };
  const close = () => {
    clearTimeout(retry);
    hasMissed ||= stream !== null;
    const open = stream;
    stream = null;
    open?.abort();
  };
  const onVisibility = () => (document.hidden ? close() : open());
  const again = () => {
    if (isOffline()) return;
    close(); // an open stream may be dead without notice
    open();
  };
  document.addEventListener('visibilitychange', onVisibility);
  const onSession = () => {
    if (readToken()) open();
    else close();
  };
  const stops = [onConnection(again), onToken(onSession)];
  open();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    for (const stop of stops) stop();
    close();
  };
}

async function readStream(
  stream: AbortController,
  onOpened: () => void,
  onReceived: (message: EventMessage) => void,
): Promise<void> {
  const { signal } = stream;
  const response = await fetch('/api/events', { signal, headers: sessionHeaders() });
  if (!response.ok || !response.body) throw new Error(`events: ${response.status}`);
  onOpened();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const silence = setTimeout(() => stream.abort(), SILENCE_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    if (done) return;
    const messages = (text + value).split('\n\n');
    text = messages.pop() ?? '';
    for (const receivedTopics of messages.map(parseMessage)) if (receivedTopics) onReceived(receivedTopics);
  }
}

/** The content of one message of the stream; null for a heartbeat, and for a topic of another version. */
function parseMessage(message: string): EventMessage | null {
  if (!message.startsWith('data: ')) return null;
  const parsed = parseOwnJson<Partial<EventMessage>>(message.slice(6)); // from our server, but perhaps of another version
  const isKnown = parsed.topic === 'progress' || isStaleTopic(parsed.topic ?? '');
  return isKnown ? (parsed as EventMessage) : null; // a message of a known topic is complete
}
