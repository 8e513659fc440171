import { ListCards } from './list-cards.js';
import { ListLines } from './list-lines.js';
import type { ListRowsProps } from './list-table.js';
import type { RowBase } from './list-types.js';

/** The rows in a window without room for a table: as lines if they have a preview, otherwise as cards. */
export function ListPhone<Row extends RowBase>({ opening, ...props }: ListRowsProps<Row>) {
  if (!opening || props.linesOnPhone === false) return <ListCards {...props} />;
  return <ListLines {...props} opening={opening} />;
}
