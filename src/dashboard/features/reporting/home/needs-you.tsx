import { useEffect } from 'react';
import { Link } from 'wouter';
import { Failure } from '../../../components/ui/empty-state.js';
import { useScreens } from '../../../lib/screens.js';
import { useApi } from '../../../lib/server/use-api.js';
import type { Side } from '../../../lib/use-side.js';
import { type NeedCard, toCard } from './needs-words.js';
import styles from './home.module.css';

/** How many cards there were at the last visit: as many are reserved, so that they push nothing down. */
const LAST_COUNT = 'shedworks.needs';
const USUAL_COUNT = 4;

/** The work that waits for the signed-in user, each with a link to where it is done. */
export function NeedsYou({ side, shop = '' }: { side: Side; shop?: string }) {
  const { data, error, isRefreshing, refresh } = useApi('GET /api/home/needs', shop ? { shop } : {});
  useEffect(() => {
    if (data) localStorage.setItem(LAST_COUNT, String(data.items.length));
  }, [data]);
  return (
    <section className={styles['home-section']} aria-labelledby="needs-you">
      <h2 id="needs-you">Needs your attention</h2>
      {error && (
        <Failure
          error={error}
          pending={isRefreshing}
          hasEarlierData={data !== undefined}
          onRetry={() => void refresh()}
        />
      )}
      {!data && !error && <NeedsSkeleton />}
      {data?.items.length === 0 && <p className={styles['needs-none']}>You&apos;re all caught up.</p>}
      {data && data.items.length > 0 && (
        <ul className={styles['needs']}>
          {data.items.map((need) => (
            <li key={need.kind} className={styles['need']}>
              <Card {...toCard(need, side, shop)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Card({ count, text, detail, verb, href }: NeedCard) {
  const { prefetch } = useScreens();
  const prefetchTarget = () => prefetch(href.replace(/\?.*$/, ''));
  return (
    <>
      <p className={styles['need-what']}>
        <strong className={styles['need-count']}>{count}</strong> <span>{text}</span>
        {detail && <small className="muted block">{detail}</small>}
      </p>
      <Link
        href={href}
        className={styles['need-link']}
        aria-label={`${verb}: ${count} ${text}`}
        onPointerEnter={prefetchTarget}
        onFocus={prefetchTarget}
      >
        {verb}
      </Link>
    </>
  );
}

const NeedsSkeleton = () => (
  <div className={styles['needs']} data-waiting role="status" aria-label="Loading what needs your attention">
    {Array.from({ length: Math.max(1, Number(localStorage.getItem(LAST_COUNT) ?? USUAL_COUNT)) }, (_, at) => (
      <div key={at} className={`${styles['need']} ${styles['need-waiting']}`} />
    ))}
  </div>
);
