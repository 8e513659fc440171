import { CompanyLogo } from '../components/ui/company-logo.js';
import type { Me } from '../lib/server/session.js';
import styles from './shell.module.css';

/** From this proportion on, a logo stands above the name. */
const WIDE = 1.6;

/** Whose office this is: the company's logo or a mark with the initial, the name of the shop or company, and a shop's company. */
export function Brand({ me, brief }: { me: Me; brief: boolean }) {
  const isWide = me.logo !== null && me.logo.width > me.logo.height * WIDE;
  const name = me.shop?.name ?? me.companyName;
  return (
    <div
      className={isWide && !brief ? `${styles['brand']} ${styles['brand-below']}` : styles['brand']}
      title={brief ? name : undefined}
    >
      {me.logo ? (
        <CompanyLogo logo={me.logo} height={isWide ? 36 : 32} width={brief ? 32 : 190} />
      ) : (
        <span className={styles['mark']} aria-hidden="true">
          {[...name.trim()][0] ?? ''}
        </span>
      )}
      <span className={brief ? 'sr-only' : styles['brand-name']}>
        {name}
        {me.shop && <small className="muted block">{me.companyName}</small>}
      </span>
    </div>
  );
}
