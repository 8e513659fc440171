import { useState } from 'react';
import { ActionButton } from '../../../components/ui/button.js';
import { EmptyState } from '../../../components/ui/empty-state.js';
import { ListPager } from '../../../components/shared/list/list-pager.js';
import { useLastPage } from '../../../components/shared/list/use-last-page.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { MarkAllRead } from '../../../components/shared/messages/mark-all-read.js';
import { Page } from '../../../components/ui/page.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { useMe } from '../../../lib/server/session.js';
import { useSide } from '../../../lib/use-side.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { groupMessages, type MessageGroup } from '../../../components/shared/messages/message-groups.js';
import { MessageItem } from '../../../components/shared/messages/message-item.js';
import { NewMessageDialog } from './new-message-dialog.js';
import messageStyles from '../../../components/shared/messages/messages.module.css';
import styles from './message-board.module.css';

const start = { size: 20 } as const;

interface BoardProps {
  readonly shop: string;
  /** Where Back leads; absent for a shop, which has only this board. */
  readonly back?: string;
}

type OpenForm = { readonly order: MessageGroup['order'] };

/** The messages between office and shop, grouped by order. */
export function MessageBoard({ shop, back }: BoardProps) {
  const side = useSide();
  const { companyName } = useMe();
  const list = useListState(start);
  const query = useApi('GET /api/comment/shop/:id', { id: shop, page: list.page, size: list.size });
  useLastPage(query.data, list);
  const [writing, setWriting] = useState<OpenForm | null>(null);
  const shopName = query.data?.shop.name;
  const other = side === 'company' ? (shopName ?? 'the shop') : companyName;
  return (
    <Page
      title={side === 'company' && shopName ? `Messages with ${shopName}` : 'Messages'}
      {...(back === undefined ? {} : { back })}
      actions={
        <>
          {query.data && (
            <MarkAllRead unread={query.data.unread} {...(side === 'company' ? { shop: query.data.shop } : {})} />
          )}
          <ActionButton
            permission="comments.write"
            kind="primary"
            icon="plus"
            onClick={() => setWriting({ order: null })}
          >
            New Message
          </ActionButton>
        </>
      }
    >
      <LoadedContent query={query}>
        {({ items, total }) => (
          <div className={styles['message-board']}>
            {total === 0 && <EmptyState text="No messages yet." />}
            {groupMessages(items).map((group) => (
              <Group key={group.key} group={group} onReply={() => setWriting({ order: group.order })} />
            ))}
            <ListPager total={total} list={list} />
          </div>
        )}
      </LoadedContent>
      {writing && (
        <NewMessageDialog
          shop={side === 'company' ? shop : null}
          order={writing.order?._id ?? null}
          about={`To ${other}${writing.order ? `, about order ${writing.order.serialNumber}` : ''}`}
          onClose={() => setWriting(null)}
        />
      )}
    </Page>
  );
}

function Group({ group, onReply }: { group: MessageGroup; onReply: () => void }) {
  const side = useSide();
  const { order, messages } = group;
  const name = order?.serialNumber ?? 'No Serial Number';
  return (
    <section aria-label={name}>
      <div className={styles['message-group-head']}>
        <h2>{order?._id ? <RecordLink href={`/${side}/order/form?id=${order._id}`}>{name}</RecordLink> : name}</h2>
        {order?._id && (
          <ActionButton permission="comments.write" kind="text" small aria-label={`Reply: ${name}`} onClick={onReply}>
            Reply
          </ActionButton>
        )}
      </div>
      <ol className={messageStyles['messages']}>
        {messages.map((message) => (
          <MessageItem key={message._id} message={message} />
        ))}
      </ol>
    </section>
  );
}
