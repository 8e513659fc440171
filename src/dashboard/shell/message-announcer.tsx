import { useState } from 'react';
import { formatCount } from '../lib/format.js';
import { useUnread } from './menu/counts.js';

/**
 * Politely announces new messages to screen readers. Messages that are unread when the page opens are shown in the
 * menu.
 */
export function MessageAnnouncer() {
  const { count, isKnown } = useUnread();
  const [heard, setHeard] = useState<{ readonly count: number; readonly text: string } | null>(null);
  if (isKnown && heard?.count !== count) {
    const text = heard !== null && count > heard.count ? `New message. ${formatCount(count, 'unread message')}.` : '';
    setHeard({ count, text });
  }
  return (
    <p className="sr-only" role="status">
      {heard?.text}
    </p>
  );
}
