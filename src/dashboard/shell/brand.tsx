import { CompanyLogo } from '../components/ui/company-logo.js';
import type { Me } from '../lib/server/session.js';
import styles from './shell.module.css';

/** A logo at least this wide in proportion is placed above the name. */
const WIDE = 1.6;

/** The company's logo, or a mark with its initial; the name of the company or shop; and a shop's company. */
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
