import { useEffect, useState } from 'react';

const SHOWN_AFTER = 2;

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Says that a save is still going on, and for how long; nothing while it is as fast as it should be. */
export function LongSave() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = window.setInterval(() => setSeconds((n) => n + 1), 1000);
    return () => window.clearInterval(timer);
  }, []);
  if (seconds < SHOWN_AFTER) return null;
  return (
    <p role="status">
      The base styles are being updated: please do not refresh or update again until it is finished.{' '}
      <span aria-hidden="true">{clock(seconds)}</span>
    </p>
  );
}
