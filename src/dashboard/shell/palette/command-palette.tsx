import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '../../components/ui/overlay/dialog.js';
import type { Me } from '../../lib/server/session.js';
import { prefetch } from '../../screens.js';
import type { MenuGroup } from '../menu/menu.js';
import type { Hit } from './palette-hits.js';
import { PaletteList } from './palette-list.js';
import { usePaletteHits } from './use-palette-hits.js';
import styles from './palette.module.css';

interface PaletteProps {
  readonly me: Me;
  readonly menu: readonly MenuGroup[];
  readonly onClose: () => void;
}

const HINT = 'Screen, serial number, customer, invoice, payment, dealer, item, model, size, shop or action';

/** Opens a page or a record by name or number, or runs an action; fully usable by keyboard. */
export function CommandPalette({ me, menu, onClose }: PaletteProps) {
  const id = useId();
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [wasEntered, setEntered] = useState(false);
  const { groups, searching, failed, keep } = usePaletteHits(text.trim(), me, menu);
  const hits = groups.flatMap((group) => group.hits);
  const chosenHit = hits[Math.min(at, hits.length - 1)];
  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    onClose();
    if (typeof hit.go !== 'string') return hit.go();
    if (hit.group !== 'Actions') keep({ label: hit.label, path: hit.go });
    navigate(hit.go);
  };
  useEffect(() => {
    if (wasEntered && !searching) open(chosenHit); // Enter was pressed before the server answered
  });
  useEffect(() => {
    document.getElementById(`${id}-${chosenHit?.key}`)?.scrollIntoView({ block: 'nearest' });
    if (typeof chosenHit?.go === 'string') prefetch(chosenHit.go.replace(/\?.*/, ''));
  }, [id, chosenHit?.key, chosenHit?.go]);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (isEnter && searching && at === 0) setEntered(true);
    else if (isEnter) open(chosenHit);
    if (event.key === 'Escape') onClose();
    if (isEnter || event.key === 'Escape' || move !== 0) event.preventDefault();
    if (move !== 0 && hits.length > 0) setAt((Math.min(at, hits.length - 1) + move + hits.length) % hits.length);
  };
  const type = (next: string) => {
    setText(next);
    setAt(0);
    setEntered(false);
  };
  const resultText =
    hits.length === 0 ? 'Nothing found. Try a number, a name or fewer words.' : `${hits.length} found.`;
  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        type="search"
        role="combobox"
        data-autofocus
        className={styles['palette-input']}
        placeholder="Number, name, screen or action"
        aria-label={HINT}
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-hits`}
        aria-activedescendant={chosenHit ? `${id}-${chosenHit.key}` : undefined}
        aria-autocomplete="list"
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <PaletteList id={id} groups={groups} chosenHit={chosenHit} onOpen={open} />
      <p role="status" className="muted">
        {failed ?? (searching ? 'Searching…' : resultText)}
      </p>
    </Dialog>
  );
}
