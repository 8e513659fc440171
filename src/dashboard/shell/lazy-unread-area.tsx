import { type ComponentType, lazy, Suspense } from 'react';
import type { UnreadAreaProps } from './unread-area.js';

/** Most visits have nothing unread. If the code cannot be loaded, the page works without it. */
const Loaded = lazy<ComponentType<UnreadAreaProps>>(() =>
  import('./unread-area.js').then((m) => ({ default: m.UnreadArea })).catch(() => ({ default: () => null })),
);

/** What the signed-in user has not read yet; its code loads once there is something to show. */
export function UnreadArea(props: UnreadAreaProps) {
  const { items, error } = props;
  if (items ? items.length === 0 : !error) return null;
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
