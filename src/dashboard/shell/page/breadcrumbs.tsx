import { useEffect } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { type Me, useSession } from '../../lib/server/session.js';
import { prefetch } from '../../screens.js';
import { useEntryPath } from './last-tabs.js';
import { findPlace, type Place } from '../menu/menu.js';
import { noteVisit } from './recents.js';
import styles from './page-frame.module.css';

/** The position of a page: group, list and page. Nothing on pages outside the menu. */
export function Breadcrumbs({ title }: { title: string }) {
  const { me } = useSession();
  const [path] = useLocation();
  const place = me && findPlace(path, me);
  return place && <Crumbs me={me} place={place} title={title} />;
}

function Crumbs({ me, place, title }: { me: Me; place: Place; title: string }) {
  const { group, entry, isEntry } = place;
  const getEntryPath = useEntryPath();
  useVisit(me, title, isEntry);
  const list = getEntryPath(entry);
  return (
    <nav aria-label="Breadcrumb" className={styles['crumbs']}>
      <ol>
        {group !== 'Top' && <li>{group}</li>}
        <li>
          {isEntry ? (
            <span aria-current="page">{entry.label}</span>
          ) : (
            <Link href={list} onPointerEnter={() => prefetch(list)}>
              {entry.label}
            </Link>
          )}
        </li>
        {!isEntry && (
          <li>
            <span aria-current="page">{title}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}

/** Records the page as recent for the palette: a list by its address, a record with its title too. */
function useVisit({ _id }: Me, label: string, isEntry: boolean): void {
  const [path] = useLocation();
  const search = useSearch();
  const address = isEntry || search === '' ? path : `${path}?${search}`;
  useEffect(() => noteVisit(_id, { label, path: address }), [_id, label, address]);
}
