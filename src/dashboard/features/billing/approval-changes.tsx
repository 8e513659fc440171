import styles from './approvals.module.css';

/** What was corrected and adjusted since the denial of an invoice that waits for approval again. */
export const Changes = ({ texts }: { texts: readonly string[] }) =>
  texts.length === 0 ? null : (
    <ul className={styles['approval-changes']}>
      {texts.map((text, at) => (
        <li key={at}>{text}</li>
      ))}
    </ul>
  );
