import { type ReactNode, useId, useRef, useState } from 'react';
import { useFloating } from './floating.js';
import styles from './tooltip.module.css';

interface TooltipProps {
  /** An empty text shows no tooltip. */
  readonly text: string | null;
  /** Renders the control; put the ID into its `aria-describedby`. */
  readonly children: (describedBy: string | undefined) => ReactNode;
}

/** Additional information about a control, on hover and focus; Escape hides it. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLSpanElement>(null);
  useFloating(open && text !== null, anchor, box);
  if (text === null) return children(undefined);
  return (
    <span
      ref={anchor}
      className={styles['tooltip-anchor']}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      onFocus={(event) => event.target.matches(':focus-visible') && setOpen(true)}
      onBlur={() => setOpen(false)}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
    >
      {children(id)}
      <span ref={box} id={id} role="tooltip" popover="manual" className={styles['tooltip']}>
        {text}
      </span>
    </span>
  );
}
