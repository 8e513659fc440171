import type { ComponentProps } from 'react';
import { Skeleton } from '../../../components/ui/empty-state.js';
import { loadLazily } from '../../../components/ui/load-lazily.js';

const Preview = loadLazily(() => import('./order-preview.js').then((m) => m.OrderPreview));

/** An order at a glance; its code is loaded when the first preview opens. */
export const OrderPreview = (props: ComponentProps<typeof Preview>) => (
  <Preview meanwhile={<Skeleton lines={8} />} {...props} />
);
