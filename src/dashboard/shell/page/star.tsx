import { useLocation, useSearch } from 'wouter';
import { Icon } from '../../components/ui/icon.js';
import { type Me, useSession } from '../../lib/server/session.js';
import { useFavorites } from './favorites.js';
import { findPlace } from '../menu/menu.js';
import styles from './page-frame.module.css';

/** A button that adds or removes a favorite page. Not shown on pages that are always at the top of the menu. */
export function Star({ title }: { title: string }) {
  const { me } = useSession();
  return me && <PageStar me={me} title={title} />;
}

function PageStar({ me, title }: { me: Me; title: string }) {
  const [path] = useLocation();
  const search = useSearch();
  const { favorites, toggle } = useFavorites();
  const place = findPlace(path, me);
  if (!place || (place.group === 'Top' && place.isEntry)) return null;
  const address = place.isEntry || search === '' ? path : `${path}?${search}`;
  const isFavorite = favorites.some((one) => one.path === address);
  return (
    <button
      type="button"
      className={styles['star']}
      aria-pressed={isFavorite}
      aria-label="Favorite"
      title={isFavorite ? 'Remove from favorites' : 'Add to favorites'}
      onClick={() => toggle({ label: title, path: address })}
    >
      <Icon name="star" />
    </button>
  );
}
