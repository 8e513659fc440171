import { useEffect, useState } from 'react';
import { ApiError, call, formatMessage, type Input, type Preview, type RouteKey } from '../../lib/server/api.js';
import { parseOwnJson } from '../../../domain/kernel/objects.js';

/** The preview of a call, loaded when the component is shown. */
export function usePreview<K extends RouteKey>(key: K, input: Input<K>) {
  const [effect, setEffect] = useState<Preview<K> | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [attempt, setAttempt] = useState(0);
  const text = JSON.stringify(input);
  useEffect(() => {
    let isWanted = true;
    call(key, parseOwnJson<Input<K>>(text), { preview: true }).then(
      (answer) => isWanted && setEffect(answer),
      (reason: unknown) =>
        isWanted &&
        setError(reason instanceof ApiError ? reason : new ApiError(0, 'unexpected', formatMessage(reason))),
    );
    return () => {
      isWanted = false;
    };
  }, [key, text, attempt]);
  const again = () => {
    setError(null);
    setAttempt(attempt + 1);
  };
  return { effect, error, again };
}
