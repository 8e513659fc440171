import type { ReactNode } from 'react';
import { usePopover } from '../../../ui/overlay/floating.js';
import { Icon } from '../../../ui/icon.js';
import styles from './filters.module.css';

interface FilterChipProps {
  /** What is filtered: `Shop`. */
  readonly label: string;
  /** What the list is limited to: `Ridge Line Barns`; null while it is not. */
  readonly value: string | null;
  /** Removes the limit; without it there is always one. */
  readonly onClear?: (() => void) | undefined;
  /** Loads code of the choices while the chip is pointed at or has the focus. */
  readonly prepare?: () => unknown;
  /** The choices; `close` returns to the chip. */
  readonly panel: (close: () => void) => ReactNode;
}

/** A filter of a list: a dashed chip that opens its choices; once set, `Shop: Ridge Line Barns` with a × that removes it. */
export function FilterChip({ label, value, onClear, prepare, panel }: FilterChipProps) {
  const { open, anchorProps, boxProps, isAnchor, leave, close } = usePopover('start', focusFirst);
  const clear = () => {
    onClear?.();
    anchorProps.ref.current?.focus();
  };
  return (
    <span className={value === null ? styles['chip'] : `${styles['chip']} ${styles['chip-set']}`}>
      <button
        type="button"
        {...anchorProps}
        aria-haspopup="dialog"
        className={styles['chip-face']}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        {value === null && <Icon name="plus" size={14} />}
        <span>{value === null ? label : `${label}: ${value}`}</span>
      </button>
      {value !== null && onClear && (
        <button
          type="button"
          className={styles['chip-clear']}
          aria-label={`Remove the filter ${label}`}
          title="Remove"
          onClick={clear}
        >
          <Icon name="close" size={14} />
        </button>
      )}
      {open && (
        <div
          {...boxProps}
          role="dialog"
          aria-label={label}
          className={styles['chip-panel']}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            close();
          }}
          onBlur={(event) => {
            const next = event.relatedTarget;
            if (!event.currentTarget.contains(next) && !isAnchor(next)) leave();
          }}
        >
          {panel(close)}
        </div>
      )}
    </span>
  );
}

const focusFirst = (box: HTMLElement) => box.querySelector<HTMLElement>('input, button')?.focus();
