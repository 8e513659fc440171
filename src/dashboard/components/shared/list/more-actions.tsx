import { Menu, type MenuItem } from '../../ui/overlay/menu.js';

/** The rare and the destructive actions of a row, apart from the daily ones; nothing without any. */
export const MoreActions = ({ of, items }: { of: string; items: readonly MenuItem[] }) =>
  items.length > 0 && (
    <Menu label={`More actions for ${of}`} icon="more" iconOnly kind="text" align="end" items={items} />
  );
