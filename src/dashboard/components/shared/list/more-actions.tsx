import { Menu, type MenuItem } from '../../ui/overlay/menu.js';

/** A menu of a row's rare and destructive actions, apart from the daily ones; renders nothing if there are none. */
export const MoreActions = ({ of, items }: { of: string; items: readonly MenuItem[] }) =>
  items.length > 0 && (
    <Menu label={`More actions for ${of}`} icon="more" iconOnly kind="text" align="end" items={items} />
  );
