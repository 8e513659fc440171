import { type ReactNode, useId } from 'react';
import { useMedia } from '../../lib/use-media.js';
import styles from './record-layout.module.css';

/** Whether the window is wide enough for a rail beside a record. */
export const useHasRail = (): boolean => useMedia('(min-width: 1200px)');

interface LayoutProps {
  /** Status and next step: the top of the rail; above the record in a narrow window. */
  readonly summary: ReactNode;
  /** The rest of the rail; below the record in a narrow window. */
  readonly rail: ReactNode;
  readonly children: ReactNode;
}

/** A record with a rail that stays visible beside it. The record's input survives a change of the window's width. */
export function RecordLayout({ summary, rail, children }: LayoutProps) {
  const hasRail = useHasRail();
  return (
    <div className={styles['record']}>
      {!hasRail && (
        <div key="summary" className={`${styles['record-rail']} no-print`}>
          {summary}
        </div>
      )}
      <div key="main" className={styles['record-main']}>
        {children}
      </div>
      <div key="rail" className={`${styles['record-rail']} no-print`}>
        {hasRail && summary}
        {rail}
      </div>
    </div>
  );
}

interface CardProps {
  readonly title: ReactNode;
  /** Next to the title. */
  readonly actions?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A part of a record, with its own heading. */
export function RecordCard({ title, actions, className = '', children }: CardProps) {
  const id = useId();
  return (
    <section className={`${styles['record-card']} ${className}`.trim()} aria-labelledby={id} data-card-body>
      <div className={styles['record-card-head']}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

interface StepsProps {
  /** Large, for gloved hands on a tablet. */
  readonly isLarge?: boolean;
  readonly children: ReactNode;
}

/** The buttons of the next steps below each other, each as wide as the rail. */
export const RailSteps = ({ isLarge = false, children }: StepsProps) => (
  <div className={`${styles['rail-steps']} ${isLarge ? styles['large'] : ''}`.trim()}>{children}</div>
);
