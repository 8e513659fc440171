import type { ReactNode } from 'react';
import styles from './facts.module.css';

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Shows a dash for a fact without a value; otherwise the fact is left out. */
  readonly dashes?: boolean;
  /** For facts that no heading names. */
  readonly label?: string;
  /** Whether changes are read aloud. */
  readonly live?: boolean;
}

/** The facts of a record, each with its name: below each other, in as many columns as there is room for. */
export const Facts = ({ facts, dashes = false, label, live = false }: FactsProps) => (
  <dl className={styles['facts']} aria-label={label} aria-live={live ? 'polite' : undefined}>
    {facts
      .filter(([, value]) => dashes || !isEmpty(value))
      .map(([name, value], at) => (
        <div key={`${at} ${name}`}>
          <dt>{name}</dt>
          <dd>{isEmpty(value) ? '—' : value}</dd>
        </div>
      ))}
  </dl>
);

const isEmpty = (value: ReactNode): boolean => value === null || value === undefined || value === '';
