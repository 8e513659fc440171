import { useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';

const PARAM = 'add';

/**
 * Whether a link leads to the dialog that adds such a record: `/company/settings?add=user#users`. The dialog opens once:
 * the address then loses this part, so that reload and Back show only the screen.
 */
export function useAdding(what: string): boolean {
  const [isAsked] = useState(() => new URLSearchParams(window.location.search).get(PARAM) === what);
  useEffect(() => {
    if (!isAsked) return;
    const query = new URLSearchParams(window.location.search);
    query.delete(PARAM);
    const rest = query.toString();
    navigate(`${window.location.pathname}${rest && `?${rest}`}${window.location.hash}`, { replace: true });
  }, [isAsked]);
  return isAsked;
}
