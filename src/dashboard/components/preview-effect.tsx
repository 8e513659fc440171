import { useState } from 'react';
import type { Permission } from '../../domain/access/permissions.js';
import { type ApiError, messageOf } from '../lib/api.js';
import { count, fraction, money } from '../lib/format.js';
import { ActionButton, Button } from './button.js';
import { Dialog } from './dialog.js';
import { useToast } from './toast.js';

/** What the server says a change of prices would do. */
export interface Effect {
  readonly sheds: number;
  readonly addOns: number;
  readonly openOrders: number;
  readonly shops: readonly {
    readonly shop: { readonly _id: string; readonly name: string };
    readonly sheds: number;
    readonly before: Profit;
    readonly after: Profit;
  }[];
}
interface Profit {
  readonly grossProfit: number;
  readonly percent: number;
}

interface PreviewProps {
  readonly permission: Permission;
  /** Asks the server with `{ preview: true }` what saving the form as it is would do. */
  readonly ask: () => Promise<unknown>;
  readonly disabledReason?: string | null;
}

/** Preview effect: how many sheds, add-ons and open orders a change touches, and gross profit before and after by shop. */
export function PreviewEffect({ permission, ask, disabledReason = null }: PreviewProps) {
  const toast = useToast();
  const [pending, setPending] = useState(false);
  const [effect, setEffect] = useState<Effect | null>(null);
  const run = async () => {
    setPending(true);
    try {
      setEffect((await ask()) as Effect); // the answer of every preview of a price change
    } catch (error) {
      toast.error(messageOf(error as ApiError));
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <ActionButton
        permission={permission}
        icon="eye"
        pending={pending}
        disabledReason={disabledReason}
        onClick={() => void run()}
      >
        Preview effect
      </ActionButton>
      {effect && <EffectDialog effect={effect} onClose={() => setEffect(null)} />}
    </>
  );
}

const things = (n: number, what: string): string => `${count(n)} ${what}${n === 1 ? '' : 's'}`;

function EffectDialog({ effect, onClose }: { effect: Effect; onClose: () => void }) {
  const { sheds, addOns, openOrders, shops } = effect;
  return (
    <Dialog
      title="Effect of this change"
      size="large"
      footer={<Button onClick={onClose}>Close</Button>}
      onClose={onClose}
    >
      <p>
        It touches {things(sheds, 'shed')}, {things(addOns, 'add-on')} and {things(openOrders, 'open order')}. Open
        orders keep the figures they were priced with until they are priced again. Nothing is saved yet.
      </p>
      {shops.length === 0 ? (
        <p className="muted">No shed is priced differently at any shop.</p>
      ) : (
        <Shops shops={shops} />
      )}
    </Dialog>
  );
}

const Shops = ({ shops }: Pick<Effect, 'shops'>) => (
  <div className="table-scroll" tabIndex={0} role="region" aria-label="Gross profit by shop">
    <table className="plain-table">
      <caption>Gross profit of the boxes priced differently, new build</caption>
      <thead>
        <tr>
          <th scope="col">Shop</th>
          <th scope="col" className="cell-right">
            Sheds
          </th>
          <th scope="col" className="cell-right">
            Before
          </th>
          <th scope="col" className="cell-right">
            After
          </th>
          <th scope="col" className="cell-right">
            Change
          </th>
        </tr>
      </thead>
      <tbody>
        {shops.map(({ shop, sheds, before, after }) => (
          <tr key={shop._id}>
            <th scope="row">{shop.name}</th>
            <td className="cell-right">{count(sheds)}</td>
            <td className="cell-right">
              {money(before.grossProfit)} ({fraction(before.percent)})
            </td>
            <td className="cell-right">
              {money(after.grossProfit)} ({fraction(after.percent)})
            </td>
            <td className="cell-right">{money(Math.round((after.grossProfit - before.grossProfit) * 100) / 100)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
