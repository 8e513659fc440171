import { useEffect, useRef, useState } from 'react';
import type { CallOptions } from '../../lib/server/api.js';
import { followProgress, type Progress } from '../../lib/server/progress.js';

/** A file that the server is processing; without progress until the server reports some. */
export interface Work {
  readonly verb: string;
  readonly file: string;
  readonly progress: Progress | null;
}

/**
 * A call that may take a while: `run` follows its progress, `stop` aborts it. Closing the page asks for confirmation.
 */
export function useFollowed() {
  const [work, setWork] = useState<Work | null>(null);
  const sending = useRef<AbortController | null>(null);
  const isBusy = work !== null;
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isBusy]);
  const run = async <T>(verb: string, file: string, send: (options: CallOptions) => Promise<T>): Promise<T> => {
    const abort = new AbortController();
    sending.current = abort;
    setWork({ verb, file, progress: null });
    const following = followProgress((progress) => setWork({ verb, file, progress }));
    try {
      return await send({ signal: abort.signal, progressKey: following.key });
    } finally {
      following.stop();
      setWork(null);
    }
  };
  return { work, run, stop: () => sending.current?.abort() };
}
