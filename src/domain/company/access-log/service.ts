import { LargeFile } from '../../files/file.js';
import { tableFile, type TableColumn } from '../../files/table-file.js';
import { queryCount } from '../../kernel/database/rows.js';
import { getList } from '../../kernel/records/page.js';
import { service } from '../../kernel/service.js';
import { findAccess, matchAccess, readAccess } from './queries.js';
import { AccessEvent, accessLabels, ExportAccess, ListAccess } from './schema.js';

export const listAccess = service({
  summary: 'List sign-ins, failed sign-ins and changes to accounts, newest first',
  permission: 'access-log.view',
  effect: 'read',
  input: ListAccess,
  output: getList(AccessEvent),
  run: ({ db }, filter) => findAccess(db, filter),
});

export const exportAccess = service({
  summary: 'Export the access log as an Excel workbook or CSV',
  permission: 'access-log.view',
  effect: 'read',
  input: ExportAccess,
  output: LargeFile,
  run: async ({ db }, { format, ...filter }) => {
    const matching = await matchAccess(db, filter);
    const count = () => queryCount(matching());
    return tableFile(
      { name: 'access-log', title: 'Access log', columns, rows: readAccess(db, matching), count },
      format,
    );
  },
});

const columns: readonly TableColumn<AccessEvent>[] = [
  { header: 'Time', kind: 'text', width: 26, value: ({ at }) => at },
  { header: 'Event', kind: 'text', width: 16, value: ({ kind }) => accessLabels[kind] },
  { header: 'Result', kind: 'text', value: ({ result }) => (result === 'done' ? 'Done' : 'Refused') },
  { header: 'Name', kind: 'text', width: 24, value: ({ user }) => user.name },
  { header: 'Email', kind: 'text', width: 28, value: ({ user }) => user.email },
  { header: 'Done by', kind: 'text', width: 24, value: ({ actor }) => actor },
  { header: 'Via', kind: 'text', value: ({ via }) => via },
  { header: 'Address', kind: 'text', width: 18, value: ({ address }) => address },
  { header: 'Device', kind: 'text', width: 24, value: ({ device }) => device },
  { header: 'Details', kind: 'text', width: 40, value: ({ detail }) => detail },
  { header: 'Request', kind: 'text', width: 38, value: ({ requestId }) => requestId },
];
