import { count } from '../../../lib/format.js';
import type { ListState } from '../../../lib/list/use-list-state.js';
import { Button } from '../../ui/button.js';
import type { IconName } from '../../ui/icon.js';
import styles from './list.module.css';

interface PagerProps {
  readonly total: number;
  /** Whether more rows match than `total`. */
  readonly more?: boolean | undefined;
  /** How many of the newest were searched, if not all. */
  readonly newest?: number | undefined;
  readonly list: ListState;
  readonly pageSizes?: readonly number[];
}

/**
 * Which rows are shown, with links to other pages and the page size; if there are no rows, only a text for screen
 * readers.
 */
export function ListPager({ total, more, newest, list, pageSizes }: PagerProps) {
  const { page, size, set } = list;
  const pages = Math.max(1, Math.ceil(total / size));
  const from = total === 0 ? 0 : (page - 1) * size + 1;
  const to = Math.min(page * size, total);
  const step = (name: string, icon: IconName, target: number) => (
    <Button
      kind="text"
      icon={icon}
      iconOnly
      disabledReason={target < 1 || target > pages || target === page ? 'No more pages' : null}
      onClick={() => set({ page: target })}
    >
      {name}
    </Button>
  );
  const sizes = [...new Set([...(pageSizes ?? []), size])].sort((a, b) => a - b);
  return (
    <nav className={total === 0 && newest === undefined ? 'sr-only' : styles['pager']} aria-label="Pages">
      <span role="status">
        {total === 0 ? 'No rows' : `${count(from)}–${count(to)} of ${more ? 'more than ' : ''}${count(total)}`}
      </span>
      {newest !== undefined && (
        <span>Only the newest {count(newest)} were searched. Type 3 letters to search all.</span>
      )}
      {pages > 1 && (
        <span className={styles['pager-steps']}>
          {step('First page', 'first', 1)}
          {step('Previous page', 'left', page - 1)}
          <span>
            Page {count(page)} of {count(pages)}
          </span>
          {step('Next page', 'right', page + 1)}
          {step('Last page', 'last', pages)}
        </span>
      )}
      {pageSizes && total > 0 && (
        <label>
          Rows per page{' '}
          <select value={size} onChange={(event) => set({ size: Number(event.target.value) })}>
            {sizes.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      )}
    </nav>
  );
}
