import type { Output } from '../../../lib/server/api.js';

export type Message = Output<'GET /api/comment/all'>['items'][number];

/** The messages about one order, or about no order. */
export interface MessageGroup {
  readonly key: string;
  readonly order: Message['order'];
  readonly messages: readonly Message[];
}

const toKey = ({ order }: Message): string => (order ? `${order._id ?? 'gone'} ${order.serialNumber}` : 'none');

/** Groups consecutive messages about the same order; their order is unchanged. */
export function groupMessages(messages: readonly Message[]): MessageGroup[] {
  const groups: { key: string; order: Message['order']; messages: Message[] }[] = [];
  for (const message of messages) {
    const last = groups.at(-1);
    const key = toKey(message);
    if (last?.key === key) last.messages.push(message);
    else groups.push({ key, order: message.order, messages: [message] });
  }
  return groups;
}
