import { Icon } from '../../../ui/icon.js';
import styles from './filters.module.css';

interface ToggleFilterProps {
  readonly label: string;
  readonly pressed: boolean;
  readonly onPressed: (pressed: boolean) => void;
}

/** Filters a list by a yes-or-no property. */
export const ToggleFilter = ({ label, pressed, onPressed }: ToggleFilterProps) => (
  <span className={pressed ? `${styles['chip']} ${styles['chip-set']}` : styles['chip']}>
    <button type="button" aria-pressed={pressed} className={styles['chip-face']} onClick={() => onPressed(!pressed)}>
      <Icon name={pressed ? 'check' : 'plus'} size={14} />
      <span>{label}</span>
    </button>
  </span>
);
