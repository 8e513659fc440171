import { expect, test } from 'vitest';
import { groupMessages, type Message } from './message-groups.js';

const about = (content: string, order: Message['order']) => ({ content, order }) as Message;
const [first, second] = [
  { _id: 'a', serialNumber: 'S-1' },
  { _id: 'b', serialNumber: 'S-1' },
];

test('groups messages by order, even if serial numbers are equal or orders are deleted', () => {
  const deletedOrder = { _id: null, serialNumber: 'S-9' };
  const groups = groupMessages([
    about('1', null),
    about('2', null),
    about('3', first),
    about('4', second),
    about('5', deletedOrder),
    about('6', { ...deletedOrder }),
  ]);
  expect(groups.map(({ order, messages }) => [order, messages.map(({ content }) => content)])).toEqual([
    [null, ['1', '2']],
    [first, ['3']],
    [second, ['4']],
    [deletedOrder, ['5', '6']],
  ]);
  expect(groupMessages([])).toEqual([]);
});
