import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.js';
import { usePopover } from './overlay/floating.js';
import styles from './overlay/menu.module.css';

interface PanelButtonProps extends Omit<ButtonProps, 'ref' | 'onClick'> {
  /** The panel's accessible name. */
  readonly name: string;
  readonly align?: 'start' | 'end';
  /** The panel's content. */
  readonly panel: ReactNode;
}

/** A button that opens a panel of choices. The focus moves into it, and out with Escape, Done or Tab. */
export function PanelButton({ name, align = 'start', panel, ...button }: PanelButtonProps) {
  const { open, anchorProps, boxProps, isAnchor, leave, close } = usePopover(align, focusFirst);
  return (
    <>
      <Button {...button} {...anchorProps} />
      {open && (
        <div
          {...boxProps}
          role="group"
          aria-label={name}
          className={`${styles['menu']} ${styles['view-menu']}`}
          onKeyDown={(event) => event.key === 'Escape' && close()}
          onBlur={(event) => {
            const next = event.relatedTarget;
            if (next && !event.currentTarget.contains(next) && !isAnchor(next)) leave();
          }}
        >
          {panel}
          <Button small onClick={close}>
            Done
          </Button>
        </div>
      )}
    </>
  );
}

const focusFirst = (box: HTMLElement) => box.querySelector<HTMLElement>('input, button')?.focus();
