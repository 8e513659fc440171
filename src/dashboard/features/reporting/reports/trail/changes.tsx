import { formatTrailValue, nameField } from '../../../../../domain/reporting/trail/rules.js';
import type { Output } from '../../../../lib/server/api.js';
import styles from './trail.module.css';

export type Entry = Output<'GET /api/trail'>['items'][number];

const SHOWN = 4;
const LONGEST = 120;

/** The changed fields of an entry, old → new; `whole` shows all of them at full length. */
export function Changes({ changes: all, whole = false }: Pick<Entry, 'changes'> & { readonly whole?: boolean }) {
  const changes = all.filter(({ field }) => field !== '_id');
  const shown = whole ? changes : changes.slice(0, SHOWN);
  const cut = (value: unknown) => {
    const text = formatTrailValue(value);
    return whole || text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
  };
  return (
    <ul className={styles['changes']}>
      {shown.map(({ field, from, to }) => (
        <li key={field}>
          <span className="muted">{nameField(field)}:</span>{' '}
          {cut(from) !== '' && (
            <>
              <del>{cut(from)}</del> →{' '}
            </>
          )}
          <ins>{cut(to) || 'empty'}</ins>
        </li>
      ))}
      {changes.length > shown.length && <li className="muted">and {changes.length - shown.length} more</li>}
    </ul>
  );
}
