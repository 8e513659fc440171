import type { ReactNode } from 'react';
import styles from './calculator.module.css';

/** A group of inputs with a heading. */
export const InputGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={styles['calculator-group']}>
    <legend>{title}</legend>
    {children}
  </fieldset>
);
