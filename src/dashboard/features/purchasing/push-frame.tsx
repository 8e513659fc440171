import type { ReactNode } from 'react';
import { ActionButton, Button } from '../../components/ui/button.js';
import { Failure, Skeleton } from '../../components/ui/empty-state.js';
import { Dialog } from '../../components/ui/overlay/dialog.js';
import type { ApiError } from '../../lib/server/api.js';

interface PushFrameProps<E> {
  readonly title: string;
  /** The label of the button. */
  readonly label: string;
  readonly preview: { readonly effect: E | null; readonly error: ApiError | null; readonly again: () => void };
  readonly pending: boolean;
  /** Applies exactly the effect that is shown. */
  readonly onPush: (effect: E) => Promise<void>;
  readonly onClose: () => void;
  readonly children: (effect: E) => ReactNode;
}

/** A dialog that shows what moving material to stock does before it is done. */
export function PushFrame<E>({ title, label, preview, pending, onPush, onClose, children }: PushFrameProps<E>) {
  const { effect, error, again } = preview;
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <ActionButton
        permission="purchasing.write"
        kind="primary"
        pending={pending}
        disabledReason={effect ? null : 'The preview is still loading.'}
        onClick={() => effect && void onPush(effect)}
      >
        {label}
      </ActionButton>
    </>
  );
  return (
    <Dialog title={title} size="large" footer={footer} busy={pending} onClose={onClose}>
      {error && <Failure error={error} pending={false} hasEarlierData={false} onRetry={again} />}
      {!effect && !error && <Skeleton lines={6} label="Loading preview" />}
      {effect && children(effect)}
    </Dialog>
  );
}
