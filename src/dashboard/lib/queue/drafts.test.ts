import { expect, test } from 'vitest';
import { Drafts } from './drafts.js';

function device(room = Infinity) {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (n: number) => [...entries.keys()][n] ?? null,
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (text.length > room) throw new DOMException('full', 'QuotaExceededError');
      entries.set(name, text);
    },
    removeItem: (name: string) => void entries.delete(name),
  };
}

test('a draft is stored per writer and name until it is empty', () => {
  const keptDrafts = device();
  new Drafts(keptDrafts).keep('ann', 'message.order-1', 'Which door');
  const later = new Drafts(keptDrafts);
  expect(later.read('ann', 'message.order-1')).toBe('Which door');
  expect(later.read('ben', 'message.order-1')).toBe('');
  expect(later.read('ann', 'message.order-2')).toBe('');
  later.keep('ann', 'message.order-1', ' ');
  expect(later.read('ann', 'message.order-1')).toBe('');
  expect(keptDrafts.length).toBe(0);
});

test('a device without space leaves the stored draft unchanged', () => {
  const drafts = new Drafts(device(10));
  drafts.keep('ann', 'message', 'short');
  drafts.keep('ann', 'message', 'much longer than there is room for');
  expect(drafts.read('ann', 'message')).toBe('short');
});
