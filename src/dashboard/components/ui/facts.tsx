import type { ReactNode } from 'react';

interface FactsProps {
  /** For facts that no heading names. */
  readonly label?: string;
  /** Whether changes are read aloud. */
  readonly live?: boolean;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** What is fixed about a record, side by side. */
export const Facts = ({ label, live = false, wide = false, children }: FactsProps) => (
  <dl
    className={wide ? 'record-facts wide' : 'record-facts'}
    aria-label={label}
    aria-live={live ? 'polite' : undefined}
  >
    {children}
  </dl>
);

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
