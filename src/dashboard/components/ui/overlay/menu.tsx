import type { KeyboardEvent, ReactNode } from 'react';
import { Button, type ButtonProps } from '../button.js';
import { usePopover } from './floating.js';
import { Icon, type IconName } from '../icon.js';
import styles from './menu.module.css';

export interface MenuItem {
  readonly label: string;
  readonly onSelect: () => void;
  readonly icon?: IconName;
  readonly danger?: boolean;
  /** Why it is disabled. */
  readonly disabledReason?: string | null;
  /** For one of several choices: whether it is the selected one. */
  readonly checked?: boolean;
}

interface MenuProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end';
  /** Shown in the button instead of the label. */
  readonly face?: ReactNode;
}

/**
 * A button that opens a list of actions: arrow keys, Home, End and first letters move; Escape returns to the button.
 */
export function Menu({ label, items, align = 'start', face, ...button }: MenuProps) {
  const { open, anchorProps, boxProps, isAnchor, leave, close } = usePopover(align, focusFirst);
  return (
    <>
      <Button {...button} {...anchorProps} aria-haspopup="menu">
        {face ?? label}
      </Button>
      {open && (
        <div
          {...boxProps}
          role="menu"
          aria-label={label}
          className={styles['menu']}
          onKeyDown={(event) => onMenuKey(event, event.currentTarget, close)}
          onBlur={(event) => {
            const next = event.relatedTarget;
            if (!event.currentTarget.contains(next) && !isAnchor(next)) leave();
          }}
        >
          {items.map((item) => (
            <Item key={item.label} item={item} close={close} />
          ))}
        </div>
      )}
    </>
  );
}

function Item({ item, close }: { item: MenuItem; close: () => void }) {
  const { label, onSelect, icon, danger = false, disabledReason = null, checked } = item;
  const choose = () => {
    if (disabledReason !== null) return;
    close();
    onSelect();
  };
  return (
    <button
      type="button"
      tabIndex={-1}
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      aria-disabled={disabledReason !== null || undefined}
      className={danger ? `${styles['menu-item']} ${styles['danger']}` : styles['menu-item']}
      onClick={choose}
    >
      {checked === undefined ? icon && <Icon name={icon} /> : <Icon name={checked ? 'check' : 'minus'} />}
      <span>
        {label}
        {disabledReason !== null && <small className="muted block">{disabledReason}</small>}
      </span>
    </button>
  );
}

const toItems = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[role^=menuitem]')];

const focusFirst = (list: HTMLElement) => focusItem(list, 0);

function focusItem(list: HTMLElement, index: number): void {
  const items = toItems(list);
  items[(index + items.length) % items.length]?.focus();
}

function onMenuKey(event: KeyboardEvent, list: HTMLElement, close: () => void): void {
  const items = toItems(list);
  const at = items.findIndex((item) => item === document.activeElement);
  const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const to = moves[event.key];
  if (event.key === 'Escape' || event.key === 'Tab') {
    if (event.key === 'Escape') event.preventDefault();
    event.stopPropagation();
    return close();
  }
  if (to !== undefined) {
    event.preventDefault();
    return focusItem(list, to);
  }
  const letter = event.key.length === 1 ? event.key.toLowerCase() : null;
  const index = letter ? items.findIndex((item) => item.textContent.trim().toLowerCase().startsWith(letter)) : -1;
  if (index >= 0) focusItem(list, index);
}
