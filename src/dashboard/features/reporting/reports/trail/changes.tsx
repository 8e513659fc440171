import { formatTrailValue, nameField } from '../../../../../domain/reporting/trail/rules.js';
import type { Output } from '../../../../lib/server/api.js';
import { day } from '../../../../lib/format.js';
import styles from './trail.module.css';

export type Entry = Output<'GET /api/trail'>['items'][number];

const SHOWN = 4;
const LONGEST = 120;
const DAY = /^\d{4}-\d\d-\d\d$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const formatValue = (value: unknown): string => {
  const text = formatTrailValue(value);
  return DAY.test(text) ? day(text) : text;
};
const isId = (value: unknown): boolean => typeof value === 'string' && ID.test(value);

/** The changed fields of an entry, old → new; `whole` shows all of them at full length, IDs too. */
export function Changes({ changes: all, whole = false }: Pick<Entry, 'changes'> & { readonly whole?: boolean }) {
  const changes = all.filter(({ field, from, to }) => field !== '_id' && (whole || !(isId(from) || isId(to))));
  const visibleChanges = whole ? changes : changes.slice(0, SHOWN);
  const shorten = (value: unknown) => {
    const text = formatValue(value);
    return whole || text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
  };
  return (
    <ul className={styles['changes']}>
      {visibleChanges.map(({ field, from, to }) => (
        <li key={field}>
          <span className="muted">{nameField(field)}:</span>{' '}
          {shorten(from) !== '' && (
            <>
              <del>{shorten(from)}</del> →{' '}
            </>
          )}
          <ins>{shorten(to) || 'empty'}</ins>
        </li>
      ))}
      {changes.length > visibleChanges.length && (
        <li className="muted">and {changes.length - visibleChanges.length} more</li>
      )}
    </ul>
  );
}
