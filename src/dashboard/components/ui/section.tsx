import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './section.module.css';

interface SectionProps {
  readonly title: string;
  /** The part of an address after `#` that opens the screen at this section: `/company/settings#rates`. */
  readonly anchor?: string;
  /** Next to the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a screen with its own heading. */
export function Section({ title, anchor, actions, children }: SectionProps) {
  const id = useId();
  const head = useAnchor(anchor);
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <div className={styles['section-head']}>
        <h2 id={id} ref={head} {...(anchor && { tabIndex: -1 })}>
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** Scrolls to the heading named in the address, after the shell has scrolled to the top of the new screen. */
function useAnchor(anchor: string | undefined) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (anchor === undefined || window.location.hash !== `#${anchor}`) return undefined;
    const frame = requestAnimationFrame(() => {
      head.current?.scrollIntoView({ block: 'start' });
      head.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [anchor]);
  return head;
}
