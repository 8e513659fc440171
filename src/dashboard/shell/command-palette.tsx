import { type KeyboardEvent, useDeferredValue, useId, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { isShopRole } from '../../domain/access/roles.js';
import { Dialog } from '../components/dialog.js';
import { type MenuEntry, screensOf } from '../lib/menu.js';
import { type Me, useCan } from '../lib/session.js';
import { useApi } from '../lib/use-api.js';

interface Hit {
  readonly key: string;
  readonly label: string;
  readonly note: string;
  readonly path: string;
}

interface PaletteProps {
  readonly me: Me;
  readonly menu: readonly MenuEntry[];
  readonly onClose: () => void;
}

const MOST = 8;

/** Goes to a screen by its name, to an order by its serial number, to an invoice by its number. */
export function CommandPalette({ me, menu, onClose }: PaletteProps) {
  const id = useId();
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { hits, searching, failed } = useHits(text.trim(), me, menu);
  const chosen = hits[Math.min(at, hits.length - 1)];
  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    onClose();
    navigate(hit.path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter') open(chosen);
    if (event.key === 'Escape') onClose();
    if (event.key === 'Enter' || event.key === 'Escape' || move !== 0) event.preventDefault();
    if (move !== 0 && hits.length > 0) setAt((Math.min(at, hits.length - 1) + move + hits.length) % hits.length);
  };
  const status = failed ?? (searching ? 'Searching…' : hits.length === 0 ? 'Nothing found.' : `${hits.length} found.`);
  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        type="search"
        role="combobox"
        data-autofocus
        className="palette-input"
        placeholder="Screen, serial number or invoice number"
        aria-label="Screen, serial number or invoice number"
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-hits`}
        aria-activedescendant={chosen ? `${id}-${chosen.key}` : undefined}
        aria-autocomplete="list"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-hits`} role="listbox" aria-label="Found" className="palette-hits">
        {hits.map((hit) => (
          <div
            key={hit.key}
            id={`${id}-${hit.key}`}
            role="option"
            aria-selected={hit === chosen}
            className="palette-hit"
            onClick={() => open(hit)}
          >
            <span>{hit.label}</span>
            <span className="muted">{hit.note}</span>
          </div>
        ))}
      </div>
      <p role="status" className="muted">
        {status}
      </p>
    </Dialog>
  );
}

function useHits(text: string, me: Me, menu: readonly MenuEntry[]) {
  const wanted = useDeferredValue(text);
  const canOrders = useCan('orders.read').allowed;
  const canInvoices = useCan('invoices.read').allowed;
  const isNumber = /\d/.test(wanted);
  const orders = useApi(
    'GET /api/orders/search/:serialNumber',
    isNumber && canOrders ? { serialNumber: wanted } : null,
  );
  const invoices = useApi('GET /api/invoice/search/:number', isNumber && canInvoices ? { number: wanted } : null);
  const side = isShopRole(me.role) ? '/shop' : '/company';
  const hits = useMemo<Hit[]>(() => {
    const screens = screensOf(menu)
      .filter(({ label }) => label.toLowerCase().includes(wanted.toLowerCase()))
      .map(({ label, path }) => ({ key: path.replace(/\W/g, '-'), label, note: 'Screen', path }));
    if (!isNumber) return screens.slice(0, MOST * 2);
    const found = (orders.data?.items ?? []).slice(0, MOST).map(({ _id, serialNumber, status }) => ({
      key: _id,
      label: serialNumber,
      note: `Order, ${status}`,
      path: `${side}/order/form?id=${_id}`,
    }));
    const billed = (invoices.data?.items ?? []).slice(0, MOST).map(({ _id, invoiceNumber, status }) => ({
      key: _id,
      label: invoiceNumber,
      note: `Invoice, ${status}`,
      path: `${side}/invoice/form?id=${_id}`,
    }));
    return [...screens, ...found, ...billed];
  }, [menu, wanted, isNumber, orders.data, invoices.data, side]);
  const searching = orders.isRefreshing || invoices.isRefreshing;
  return { hits, searching, failed: (orders.error ?? invoices.error)?.msg ?? null };
}
