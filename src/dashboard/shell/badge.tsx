import styles from './shell.module.css';

const MOST_SHOWN = 99;

/** A number at the corner of an icon; nothing for zero. The name of the control includes it. */
export const Badge = ({ count }: { count: number }) =>
  count > 0 && (
    <span className={styles['badge']} aria-hidden="true">
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
    </span>
  );
