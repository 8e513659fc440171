import type { ColumnDef } from '../list/list-types.js';
import { RecordLink } from './record-link.js';

/** The first column of a list: the name of each record, as a link to its screen. */
export const nameColumn = <Row extends { readonly name: string }>(href: (row: Row) => string): ColumnDef<Row> => ({
  field: 'name',
  header: 'Name',
  sortable: true,
  fixed: true,
  body: (row) => <RecordLink href={href(row)}>{row.name}</RecordLink>,
});
