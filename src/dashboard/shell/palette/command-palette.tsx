import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '../../components/ui/overlay/dialog.js';
import type { MenuEntry } from '../menu.js';
import type { Me } from '../../lib/server/session.js';
import type { Hit } from './palette-hits.js';
import { usePaletteHits } from './use-palette-hits.js';
import styles from './palette.module.css';

interface PaletteProps {
  readonly me: Me;
  readonly menu: readonly MenuEntry[];
  readonly onClose: () => void;
}

const HINT = 'Screen, serial number, customer, invoice, payment, shop or action';

/** Opens a screen or a record by name or number, or runs an action; fully usable by keyboard. */
export function CommandPalette({ me, menu, onClose }: PaletteProps) {
  const id = useId();
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [entered, setEntered] = useState(false);
  const { hits, searching, failed } = usePaletteHits(text.trim(), me, menu);
  const chosen = hits[Math.min(at, hits.length - 1)];
  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    onClose();
    if (typeof hit.go === 'string') navigate(hit.go);
    else hit.go();
  };
  useEffect(() => {
    if (entered && !searching) open(chosen); // Enter was pressed before the server answered
  });
  useEffect(() => {
    document.getElementById(`${id}-${chosen?.key}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen?.key]);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (isEnter && searching && at === 0) setEntered(true);
    else if (isEnter) open(chosen);
    if (event.key === 'Escape') onClose();
    if (isEnter || event.key === 'Escape' || move !== 0) event.preventDefault();
    if (move !== 0 && hits.length > 0) setAt((Math.min(at, hits.length - 1) + move + hits.length) % hits.length);
  };
  const type = (next: string) => {
    setText(next);
    setAt(0);
    setEntered(false);
  };
  const status = failed ?? (searching ? 'Searching…' : hits.length === 0 ? 'No results.' : `${hits.length} found.`);
  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        type="search"
        role="combobox"
        data-autofocus
        className={styles['palette-input']}
        placeholder={HINT}
        aria-label={HINT}
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-hits`}
        aria-activedescendant={chosen ? `${id}-${chosen.key}` : undefined}
        aria-autocomplete="list"
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Hits id={id} hits={hits} chosen={chosen} onOpen={open} />
      <p role="status" className="muted">
        {status}
      </p>
    </Dialog>
  );
}

interface HitsProps {
  readonly id: string;
  readonly hits: readonly Hit[];
  readonly chosen: Hit | undefined;
  readonly onOpen: (hit: Hit) => void;
}

const Hits = ({ id, hits, chosen, onOpen }: HitsProps) => (
  <div id={`${id}-hits`} role="listbox" aria-label="Found" className={styles['palette-hits']}>
    {hits.map((hit) => (
      <div
        key={hit.key}
        id={`${id}-${hit.key}`}
        role="option"
        aria-selected={hit === chosen}
        className={styles['palette-hit']}
        onClick={() => onOpen(hit)}
      >
        <span>{hit.label}</span>
        <span className="muted">{hit.note}</span>
      </div>
    ))}
  </div>
);
