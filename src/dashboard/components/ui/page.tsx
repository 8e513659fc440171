import { type ReactNode, useEffect } from 'react';
import { useProduct } from '../../lib/product.js';
import { goBack } from '../../lib/queue/unsaved.js';
import { useScreens } from '../../lib/screens.js';
import { Button } from './button.js';
import { PageBack } from './page-back.js';
import styles from './page.module.css';
import top from './page-top.module.css';

interface PageProps {
  /** The title of the browser tab, and the heading unless `heading` has a version with a count. */
  readonly title: string;
  readonly heading?: ReactNode;
  /** Next to the heading: a status or a number. */
  readonly aside?: ReactNode;
  /** On the right; one of them is primary. */
  readonly actions?: ReactNode;
  /** Rare and destructive actions, at the end of the page, away from the daily ones. */
  readonly end?: ReactNode;
  /** Shows Back, which goes one step back in history, or to this address if there is no earlier step. */
  readonly back?: string;
  readonly children: ReactNode;
}

/**
 * The layout of every screen: breadcrumbs, the heading with its count, the actions on the right, the tabs of its menu
 * entry, the content, then the rare actions.
 */
export function Page({ title, heading, aside, actions, end, back, children }: PageProps) {
  const product = useProduct();
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
  const { Breadcrumbs, Star, ScreenTabs } = useScreens().frame;
  return (
    <div className={styles['page']}>
      <div className={top['top']}>
        <Breadcrumbs title={title} />
        <div className={styles['page-head']}>
          {back !== undefined && (
            <Button kind="text" icon="back" onClick={() => goBack(back)}>
              Back
            </Button>
          )}
          <div className={styles['page-title']}>
            <h1 tabIndex={-1}>{heading ?? title}</h1>
            <Star title={title} />
          </div>
          {aside}
          {actions && <div className={styles['page-actions']}>{actions}</div>}
        </div>
      </div>
      <ScreenTabs />
      <PageBack value={back ?? null}>{children}</PageBack>
      {end && <div className={styles['page-end']}>{end}</div>}
    </div>
  );
}
