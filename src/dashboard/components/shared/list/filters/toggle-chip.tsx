import { Icon } from '../../../ui/icon.js';
import styles from './filters.module.css';

interface ToggleFilterProps {
  readonly label: string;
  readonly pressed: boolean;
  readonly onPressed: (pressed: boolean) => void;
}

/** Filters a list by a yes-or-no property: a dashed chip that sets the filter; once set, a × shows that it removes it. */
export const ToggleFilter = ({ label, pressed, onPressed }: ToggleFilterProps) => (
  <span className={pressed ? `${styles['chip']} ${styles['chip-set']}` : styles['chip']}>
    <button type="button" aria-pressed={pressed} className={styles['chip-face']} onClick={() => onPressed(!pressed)}>
      {!pressed && <Icon name="plus" size={14} />}
      <span>{label}</span>
      {pressed && <Icon name="close" size={14} />}
    </button>
  </span>
);
