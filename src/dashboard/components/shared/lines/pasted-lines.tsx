import { Button } from '../../ui/button.js';
import type { SelectOption } from '../../ui/form/fields.js';
import { Select } from '../../ui/form/inputs/select.js';
import { formatCount } from '../../../lib/format.js';
import type { UnknownLine } from './paste.js';
import styles from './lines-grid.module.css';

interface PastedProps {
  readonly lines: readonly UnknownLine[];
  /** `item`. */
  readonly what: string;
  readonly recent: string;
  readonly options: readonly SelectOption[];
  readonly onChoose: (line: UnknownLine, value: string) => void;
  readonly onLeaveOut: (line: UnknownLine) => void;
}

/** Pasted lines that were not added: for each the reason, a choice, and a way to leave it out. */
export function PastedLines({ lines, what, recent, options, onChoose, onLeaveOut }: PastedProps) {
  if (lines.length === 0) return null;
  return (
    <div className={`notice notice-warning ${styles['pasted']}`} role="alert">
      <div>
        <p>
          {formatCount(lines.length, 'pasted line')} not added yet. Choose the {what} for each, or leave it out.
        </p>
        <ul>
          {lines.map((line, at) => (
            <li key={at} className={styles['pasted-line']}>
              <span>
                <strong>{line.name || '(no name)'}</strong> × {line.text || '1'}: {line.why}
              </span>
              <span className={styles['pasted-choice']}>
                <Select
                  label={`${what.charAt(0).toUpperCase()}${what.slice(1)} for ${line.name || 'this line'}`}
                  placeholder={`Choose the ${what}`}
                  recent={recent}
                  options={options}
                  value=""
                  onChange={(value) => onChoose(line, value)}
                />
              </span>
              <Button small onClick={() => onLeaveOut(line)} aria-label={`Leave out ${line.name || 'this line'}`}>
                Leave out
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
