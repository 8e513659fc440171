import type { Need } from '../../../../domain/reporting/home/schema.js';
import { plural } from '../../../../domain/kernel/text/plural.js';
import { kindName } from '../../../components/shared/orders/alert-names.js';
import { count, formatCount } from '../../../lib/format.js';
import type { Side } from '../../../lib/use-side.js';
import { getPath } from './paths.js';

/** A card of waiting work: `14`, `new orders held back by alerts`, and where to act on it. */
export interface NeedCard {
  readonly count: string;
  readonly text: string;
  /** The causes of held-back orders, the statuses of late ones; empty for everything else. */
  readonly detail: string;
  readonly verb: string;
  readonly href: string;
}

/** How many causes a card names; the others are counted. */
const NAMED = 2;

/** The text of a card and the address of its link; `shop` is the one that home is filtered by. */
export function toCard({ kind, count: n, oldestDays, causes }: Need, side: Side, shop: string): NeedCard {
  const of = shop ? `shop=${shop}` : '';
  const link = (path: string, ...query: string[]) => {
    const filled = query.filter(Boolean).join('&');
    return `/${side}/${path}${filled ? `?${filled}` : ''}`;
  };
  const card = (text: string, verb: string, href: string, detail = '') => ({
    count: count(n),
    ...{ text, detail, verb, href },
  });
  switch (kind) {
    case 'held-back': {
      const text = `${plural(n, 'new order')} held back by alerts`;
      return card(text, 'Fix', link('orders/add', 'alerts=true'), formatCauses(causes, kindName));
    }
    case 'ready':
      return card(`${plural(n, 'new order')} ready to push`, 'Push', link('orders/add'));
    case 'canceled':
      return card(
        `canceled ${plural(n, 'order')} being built${formatOldest(oldestDays)}`,
        'Decide',
        link('orders/proposals', of),
      );
    case 'proposals':
      return card(
        `${plural(n, 'change')} from the sales system${formatOldest(oldestDays)}`,
        'Decide',
        link('orders/proposals', of),
      );
    case 'approvals':
      return card(`${plural(n, 'invoice')} to approve${formatOldest(oldestDays)}`, 'Decide', link('approvals', of));
    case 'denied':
      return card(
        `denied ${plural(n, 'invoice')} to adjust${formatOldest(oldestDays)}`,
        'Adjust',
        link('invoices/denied'),
      );
    case 'holds':
      return card(
        `${plural(n, 'order')} on hold over a week${formatOldest(oldestDays)}`,
        'View',
        link('orders/onhold', 'sort=statusSince', of),
      );
    case 'late': {
      const most = causes[0]?.code ?? 'Building';
      const lateText = `${plural(n, 'order')} past ${n === 1 ? 'its' : 'their'} delivery day`;
      return card(
        lateText,
        'View',
        `${getPath(side, 'orders', most)}?${['late=true', of].filter(Boolean).join('&')}`,
        formatCauses(causes, String),
      );
    }
    case 'messages':
      return card(
        `unread ${plural(n, 'message')}`,
        'Read',
        shop && side === 'company' ? link('messages/shop', `id=${shop}`) : link('messages'),
      );
    case 'low-stock':
      return card(
        `${plural(n, 'item')} below ${n === 1 ? 'its' : 'their'} order point`,
        'Order',
        link('purchase/demand'),
      );
    case 'commands':
      return card(
        `${plural(n, 'command')} failed or did not run${formatOldest(oldestDays)}`,
        'View',
        link('admin/runs/expected'),
      );
  }
}

function formatOldest(days: number | null): string {
  if (days === null) return '';
  return days === 0 ? ', oldest today' : `, oldest ${formatCount(days, 'day')}`;
}

function formatCauses(causes: Need['causes'], toName: (code: string) => string): string {
  const causeTexts = causes.slice(0, NAMED).map(({ code, orders }) => `${toName(code)}: ${count(orders)}`);
  const more = causes.length - causeTexts.length;
  return [...causeTexts, ...(more > 0 ? [`${count(more)} more`] : [])].join(' · ');
}
