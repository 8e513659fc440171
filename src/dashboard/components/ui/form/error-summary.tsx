import type { Ref } from 'react';
import { Icon } from '../icon.js';
import type { Problem } from './problems.js';

interface SummaryProps {
  readonly problems: readonly Problem[];
  readonly onGo: (path: string) => void;
  readonly ref: Ref<HTMLDivElement>;
}

/** All problems of a form at its top, each linking to its field. */
export function ErrorSummary({ problems, onGo, ref }: SummaryProps) {
  if (problems.length === 0) return null;
  return (
    <div ref={ref} tabIndex={-1} role="alert" className="notice notice-error">
      <Icon name="warning" />
      <ul>
        {problems.map(({ path, msg }) => (
          <li key={path + msg}>
            {path ? (
              <button type="button" className="link" onClick={() => onGo(path)}>
                {msg}
              </button>
            ) : (
              msg
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
