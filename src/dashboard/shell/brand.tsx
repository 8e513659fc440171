import type { Me } from '../lib/server/session.js';
import styles from './shell.module.css';

/** Whose office this is: a mark with the initial, the name of the shop or company, and a shop's company. */
export function Brand({ me, brief }: { me: Me; brief: boolean }) {
  const name = me.shop?.name ?? me.companyName;
  return (
    <div className={styles['brand']} title={brief ? name : undefined}>
      <span className={styles['mark']} aria-hidden="true">
        {[...name.trim()][0] ?? ''}
      </span>
      <span className={brief ? 'sr-only' : styles['brand-name']}>
        {name}
        {me.shop && <small className="muted block">{me.companyName}</small>}
      </span>
    </div>
  );
}
