import { useEffect, useRef, useState } from 'react';
import type { ListState } from '../../../lib/list/use-list-state.js';
import { LOW, PHONE, useMedia } from '../../../lib/use-media.js';
import { Button } from '../../ui/button.js';
import type { SearchBox } from './list-types.js';
import styles from './list.module.css';
import rows from './rows.module.css';

const PAUSE_MS = 300;

/** Filters the list as you type; Search Database (or Enter) searches immediately; after a search, Clear shows all rows again. */
export function ListSearch(props: SearchBox & { list: ListState }) {
  const { placeholder, clearLabel = 'Clear', onSearchDatabase, onClear, list } = props;
  const [text, setText] = useState(list.search);
  const isSmall = useMedia(`${PHONE}, ${LOW}`);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const latestClear = useRef(onClear); // the filters may change while typing pauses
  useEffect(() => {
    latestClear.current = onClear;
  }, [onClear]);
  const settle = () => {
    clearTimeout(pause.current);
    pause.current = undefined;
  };
  useEffect(() => settle, []);
  useEffect(() => {
    if (pause.current === undefined) setText((now) => (now.trim() === list.search ? now : list.search));
  }, [list.search]);
  const searchList = (next: string) => {
    list.set({ search: next });
    if (next === '') latestClear.current?.();
  };
  const type = (next: string) => {
    setText(next);
    settle();
    pause.current = setTimeout(() => {
      settle();
      searchList(next.trim());
    }, PAUSE_MS);
  };
  const submit = () => {
    settle();
    if (onSearchDatabase && text.trim()) onSearchDatabase(text.trim());
    else searchList(text.trim());
  };
  const clear = () => {
    settle();
    setText('');
    searchList('');
    input.current?.focus();
  };
  const isSearched = text !== '' || list.search !== '';
  return (
    <form
      role="search"
      className={`${styles['list-search']} ${rows['search']}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <input
        ref={input}
        type="search"
        value={text}
        placeholder={placeholder}
        aria-label={placeholder.replace(/\.+$/, '')}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" icon="search" iconOnly={isSmall}>
        Search Database
      </Button>
      {isSearched && (
        <Button {...(isSmall && { icon: 'close', iconOnly: true })} onClick={clear}>
          {clearLabel}
        </Button>
      )}
    </form>
  );
}
