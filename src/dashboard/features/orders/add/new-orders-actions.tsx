import { Link } from 'wouter';
import { ActionButton } from '../../../components/ui/button.js';
import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { ApiError } from '../../../lib/server/api.js';
import { describeFailure } from '../../../lib/server/failure.js';
import { count, countHeading } from '../../../lib/format.js';
import { useSend } from '../../../lib/server/use-api.js';
import styles from './new-orders.module.css';

/** How many New orders can and cannot be pushed, regardless of the list's filters; absent while loading. */
type Counts = { readonly ready: number; readonly held: number } | undefined;

const explainNone = (counts: Counts) => (counts && counts.ready + counts.held === 0 ? 'There are no New orders' : null);

interface NewOrdersActionsProps {
  readonly counts: Counts;
  readonly onPushed: (leftCount: number) => void;
}

/** Actions for all New orders. */
export function NewOrdersActions({ counts, onPushed }: NewOrdersActionsProps) {
  const why = explainNone(counts);
  return (
    <>
      <Link className="btn btn-secondary" href="/company/orders/add/missing">
        Add Missing Orders
      </Link>
      <RematchButton why={why} />
      <PushButton why={why} ready={counts?.ready} onPushed={onPushed} />
    </>
  );
}

/** Deletes all New orders after a confirmation. */
export function DeleteNewOrders({ counts }: { readonly counts: Counts }) {
  const confirm = useConfirm();
  const { notify } = useNotify('Order');
  const { send, pending } = useSend('DELETE /api/orders/new/delete');
  const remove = async () => {
    const question = {
      message: 'Are you sure you want to delete all New orders?',
      record: countHeading(counts && counts.ready + counts.held, 'New Order'),
      danger: true,
    };
    if (await confirm(question)) await notify(send({}));
  };
  return (
    <ActionButton
      permission="orders.delete-new"
      icon="trash"
      pending={pending}
      disabledReason={explainNone(counts)}
      onClick={() => void remove()}
    >
      Delete New Orders
    </ActionButton>
  );
}

function RematchButton({ why }: { why: string | null }) {
  const { notify } = useNotify('Order');
  const { send, pending } = useSend('POST /api/orders/rematch');
  const rematch = () =>
    notify(send({}), ({ msg, withAlerts }) => `${msg} ${countHeading(withAlerts, 'order')} with open alerts.`);
  return (
    <ActionButton
      permission="orders.import"
      icon="refresh"
      pending={pending}
      disabledReason={why}
      onClick={() => void rematch()}
    >
      Check again
    </ActionButton>
  );
}

interface PushButtonProps {
  readonly why: string | null;
  readonly ready: number | undefined;
  readonly onPushed: (leftCount: number) => void;
}

function PushButton({ why, ready, onPushed }: PushButtonProps) {
  const toast = useToast();
  const { send, pending } = useSend('PUT /api/orders/updatenew');
  const push = () =>
    send({}).then(
      ({ msg, pushed, left }) => {
        if (pushed > 0) toast.success(msg);
        else toast.info('No orders pushed. Accept the alerts and choose the shops first.');
        onPushed(left);
      },
      (error: unknown) => toast.error(`${describeFailure('Order', error)} ${statusText(error)}`.trim()),
    );
  return (
    <>
      <span role="status" className={styles['ready']}>
        {ready !== undefined && `${count(ready)} ready`}
      </span>
      <ActionButton
        permission="orders.push"
        kind="primary"
        pending={pending}
        disabledReason={why}
        onClick={() => void push()}
      >
        Push To Shops
        {ready !== undefined && ready > 0 && (
          <span className={styles['count']} data-count={count(ready)} aria-hidden="true" />
        )}
      </ActionButton>
    </>
  );
}

const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  409: 'Conflict',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

const statusText = (error: unknown): string =>
  error instanceof ApiError && error.status > 0 ? (statusTexts[error.status] ?? String(error.status)) : '';
