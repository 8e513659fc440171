import { type ReactNode, useEffect } from 'react';
import { PRODUCT } from '../../lib/product.js';
import { goBack } from '../../lib/queue/unsaved.js';
import { Button } from './button.js';
import styles from './page.module.css';

interface PageProps {
  /** Names the screen in the browser's tab, and in the heading unless `heading` says it with a count. */
  readonly title: string;
  readonly heading?: ReactNode;
  /** Beside the heading: a status, a number. */
  readonly aside?: ReactNode;
  /** At the right; one of them primary. */
  readonly actions?: ReactNode;
  /** Shows Back, one step back in history; the address is where to go when there is no such step. */
  readonly back?: string;
  readonly children: ReactNode;
}

/** Every screen starts alike: the heading with its count, the actions at the right, then the content. */
export function Page({ title, heading, aside, actions, back, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
  return (
    <div className={styles['page']}>
      <div className={styles['page-head']}>
        {back !== undefined && (
          <Button kind="text" icon="back" onClick={() => goBack(back)}>
            Back
          </Button>
        )}
        <h1 tabIndex={-1}>{heading ?? title}</h1>
        {aside}
        {actions && <div className={styles['page-actions']}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
