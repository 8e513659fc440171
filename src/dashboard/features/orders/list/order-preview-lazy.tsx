import { type ComponentProps, lazy, Suspense } from 'react';
import { Skeleton } from '../../../components/ui/empty-state.js';

const Preview = lazy(() => import('./order-preview.js').then((m) => ({ default: m.OrderPreview })));

/** An order at a glance; its code is loaded when the first preview opens. */
export const OrderPreview = (props: ComponentProps<typeof Preview>) => (
  <Suspense fallback={<Skeleton lines={8} />}>
    <Preview {...props} />
  </Suspense>
);
