import { useState } from 'react';
import { WriteComment } from '../../../../domain/messaging/messages/schema.js';
import { ActionButton, Button } from '../../../components/ui/button.js';
import { EmptyState } from '../../../components/ui/empty-state.js';
import { TextAreaField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { RecordCard } from '../../../components/ui/record-layout.js';
import { Can, useCan } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { MessageItem } from '../../../components/shared/messages/message-item.js';
import { useMessageForm } from '../../../components/shared/messages/use-message-form.js';
import type { OrderRecord } from '../../../components/shared/orders/order-types.js';
import messageStyles from '../../../components/shared/messages/messages.module.css';

const FIRST = 20;
const MOST = 500;

/** The messages of office and shop about an order, and a form for new ones. */
export function OrderMessages({ order }: { order: OrderRecord }) {
  const [size, setSize] = useState(FIRST);
  const query = useApi('GET /api/comment/order', { orderId: order._id, size });
  return (
    <div className="no-print">
      <RecordCard title="Messages">
        <Can permission="comments.write">
          <AddMessage key={order._id} order={order} />
        </Can>
        <LoadedContent query={query} lines={3}>
          {({ items, total }) => (
            <>
              {total === 0 && <EmptyState text="No messages yet." />}
              {total > 0 && (
                <ol className={messageStyles['messages']}>
                  {items.map((message) => (
                    <MessageItem key={message._id} message={message} />
                  ))}
                </ol>
              )}
              {total > items.length && size < MOST && (
                <Button pending={query.isRefreshing} onClick={() => setSize(Math.min(size * 5, MOST))}>
                  Show more messages
                </Button>
              )}
            </>
          )}
        </LoadedContent>
      </RecordCard>
    </div>
  );
}

function AddMessage({ order }: { order: OrderRecord }) {
  const { reason } = useCan('comments.write', { write: true });
  const { form, send } = useMessageForm({ shop: null, order: order._id });
  const isUnknown = order.shop === null || order.status === 'New';
  const blockedReason = reason ?? (isUnknown ? 'Push this order to its shop before you write a message.' : null);
  const submit = async ({ content }: { content: string }) => {
    if (!content.trim()) return form.setFocus('content');
    await send(content);
  };
  return (
    <Form form={form} limits={WriteComment} label="New message" onSubmit={submit} guarded={false}>
      <TextAreaField name="content" label="Message" rows={2} disabledReason={blockedReason} />
      <div>
        <ActionButton
          permission="comments.write"
          type="submit"
          disabledReason={blockedReason}
          pending={form.formState.isSubmitting}
        >
          Send
        </ActionButton>
      </div>
    </Form>
  );
}
