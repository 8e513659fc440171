import { useState } from 'react';
import { ActionButton } from '../../../components/ui/button.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { MarkRead } from '../../../components/shared/messages/mark-read.js';
import { Page } from '../../../components/ui/page.js';
import type { Output } from '../../../lib/server/api.js';
import { countHeading, formatMoment } from '../../../lib/format.js';
import { Can, useMe } from '../../../lib/server/session.js';
import { type ApiState, useSend } from '../../../lib/server/use-api.js';
import type { ListState } from '../../../lib/list/use-list-state.js';
import { AnnouncementDialog } from './announcement-dialog.js';
import styles from './announcements.module.css';

type Announcements = Output<'GET /api/announcement/shop'>;
type Announcement = Announcements['items'][number];

interface BoardProps {
  readonly title: string;
  /** One of them, for the heading with the count. */
  readonly what: string;
  readonly list: ListState;
  readonly query: ApiState<Announcements>;
  /** The board is the company's: new announcements are company-specific by default. */
  readonly forCompany?: boolean;
  /** The board is for the user's own side, where they mark announcements as read. */
  readonly forOwn?: boolean;
}

const columnsIn = (timeZone: string, forOwn: boolean): readonly ColumnDef<Announcement>[] => [
  {
    field: 'msg',
    header: 'Announcement',
    fixed: true,
    body: ({ msg, read }) => (
      <span className={forOwn && !read ? `${styles['announcement']} ${styles['unread']}` : styles['announcement']}>
        {msg}
      </span>
    ),
  },
  { field: 'madeBy', header: 'By', width: 160, body: ({ madeBy }) => madeBy.name },
  { field: 'createdAt', header: 'Date', width: 170, body: ({ createdAt }) => formatMoment(createdAt, timeZone) },
  ...(forOwn ? [{ field: 'read', header: 'Read', width: 90, body: readState }] : []),
];

const readState = ({ read }: Announcement) => (read ? 'Read' : <span className="tag tag-blue">Unread</span>);

/** Announcements, newest first; an Office Admin can add, change and delete them. */
export function AnnouncementBoard({ title, what, list, query, forCompany = false, forOwn = false }: BoardProps) {
  const { timeZone } = useMe();
  const [open, setOpen] = useState<{ readonly announcement: Announcement | null } | null>(null);
  return (
    <Page
      title={title}
      heading={countHeading(query.data?.total, what)}
      actions={
        <Can permission="announcements.write">
          <ActionButton
            permission="announcements.write"
            kind="primary"
            icon="plus"
            onClick={() => setOpen({ announcement: null })}
          >
            Add
          </ActionButton>
        </Can>
      }
    >
      <DataList
        name={`announcements:${title}`}
        label={title}
        columns={columnsIn(timeZone, forOwn)}
        query={query}
        list={list}
        pageSizes={[20, 60, 200]}
        uneven
        actions={(row) => <RowActions row={row} forOwn={forOwn} onEdit={() => setOpen({ announcement: row })} />}
        empty="No announcements yet."
      />
      {open && (
        <AnnouncementDialog announcement={open.announcement} forCompany={forCompany} onClose={() => setOpen(null)} />
      )}
    </Page>
  );
}

interface RowActionsProps {
  readonly row: Announcement;
  readonly forOwn: boolean;
  readonly onEdit: () => void;
}

function RowActions({ row, forOwn, onEdit }: RowActionsProps) {
  const remove = useSend('DELETE /api/announcement/delete/:id');
  return (
    <>
      {forOwn && !row.read && <MarkRead of="announcement" id={row._id} text={row.msg} />}
      <Can permission="announcements.write">
        <ActionButton permission="announcements.write" aria-label={`Edit ${formatName(row)}`} onClick={onEdit}>
          Edit
        </ActionButton>
        <DeleteRecord
          permission="announcements.write"
          call={remove}
          id={row._id}
          record={formatName(row)}
          area="Could not delete the announcement:"
        />
      </Can>
    </>
  );
}

const MOST = 60;
const formatName = ({ msg }: Announcement): string =>
  `announcement “${msg.length > MOST ? `${msg.slice(0, MOST)}…` : msg}”`;
