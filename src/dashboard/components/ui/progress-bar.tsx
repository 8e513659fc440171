import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** The task, for example 'Checking feed.json'. */
  readonly label: string;
  /** The progress as text, for example 'Pricing 4,200 of 10,000'. */
  readonly text: string;
  /** Completed and total amounts; null while unknown. */
  readonly value: { readonly done: number; readonly total: number } | null;
}

/** Progress as a bar and as text. */
export const ProgressBar = ({ label, text, value }: ProgressBarProps) => (
  <div className={styles['progress']}>
    <div
      role="progressbar"
      aria-label={label}
      aria-valuetext={text}
      {...(value ? { 'aria-valuemin': 0, 'aria-valuemax': value.total, 'aria-valuenow': value.done } : {})}
      className={value ? styles['progress-bar'] : `${styles['progress-bar']} ${styles['progress-unknown']}`}
    >
      <div style={value ? { width: `${(value.done / Math.max(value.total, 1)) * 100}%` } : undefined} />
    </div>
    <span className={`${styles['progress-text']} muted`}>{text}</span>
  </div>
);
