import { useState } from 'react';
import { describeFailure } from '../../lib/server/failure.js';
import { useToast } from './overlay/toast.js';

/** Downloads files: `pending` during a download; a failure shows a toast that begins with `area`, and returns null. */
export function useDownload(area: string) {
  const toast = useToast();
  const [pending, setPending] = useState(false);
  const run = async <T>(get: () => Promise<T>): Promise<T | null> => {
    setPending(true);
    try {
      return await get();
    } catch (error) {
      toast.error(describeFailure(area, error));
      return null;
    } finally {
      setPending(false);
    }
  };
  return { pending, run };
}
