import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button, type ButtonProps } from './button.js';
import { useFloating } from './floating.js';

interface PanelButtonProps extends Omit<ButtonProps, 'ref' | 'onClick'> {
  /** The panel's name. */
  readonly name: string;
  readonly align?: 'start' | 'end';
  /** What the panel holds. */
  readonly panel: ReactNode;
}

/** A button that opens a panel of choices beside it: the focus goes in, and out again with Escape, Done or Tab. */
export function PanelButton({ name, align = 'start', panel, ...button }: PanelButtonProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useFloating(open, anchor, box, align);
  useEffect(() => {
    if (open) box.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [open]);
  const close = () => {
    setOpen(false);
    anchor.current?.focus();
  };
  return (
    <>
      <Button
        {...button}
        ref={anchor}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div
          ref={box}
          id={id}
          popover="manual"
          role="group"
          aria-label={name}
          className="menu view-menu"
          onKeyDown={(event) => event.key === 'Escape' && close()}
          onBlur={(event) => {
            const next = event.relatedTarget;
            if (next && !event.currentTarget.contains(next) && next !== anchor.current) setOpen(false);
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
