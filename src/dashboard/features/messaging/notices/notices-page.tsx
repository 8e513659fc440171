import { Link } from 'wouter';
import { LinkButton } from '../../../components/shared/link-button.js';
import { ChoiceFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { MarkAllNotices } from '../../../components/shared/notices/mark-all-notices.js';
import { isUnread, type Notice } from '../../../components/shared/notices/notice-lines.js';
import { ToggleNotice } from '../../../components/shared/notices/toggle-notice.js';
import { Page } from '../../../components/ui/page.js';
import { formatCount, formatMoment } from '../../../lib/format.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useSide } from '../../../lib/use-side.js';
import styles from '../../../components/shared/notices/notices.module.css';

const start = { size: 50, filters: { show: '' } } as const;
const choices = [{ _id: 'unread', name: 'Unread' }];

const getState = (notice: Notice): string => (notice.settled ? 'Resolved' : isUnread(notice) ? 'Unread' : 'Read');

const columnsIn = (timeZone: string): readonly ColumnDef<Notice>[] => [
  {
    field: 'content',
    header: 'Notice',
    fixed: true,
    body: ({ content, href }) => (
      <p className={styles['content']}>{href === null ? content : <Link href={href}>{content}</Link>}</p>
    ),
    fact: ({ content }) => content,
  },
  { field: 'label', header: 'Kind' },
  {
    field: 'at',
    header: 'Date',
    body: ({ at }) => formatMoment(at, timeZone),
    fact: ({ at }) => formatMoment(at, timeZone),
  },
  { field: 'read', header: 'Status', body: getState, fact: getState },
];

const focusHeading = (): void => document.querySelector<HTMLElement>('main h1')?.focus();

/** All notices of the signed-in user, newest first. */
export function NoticesPage() {
  const list = useListState(start);
  const { timeZone } = useMe();
  const side = useSide();
  const { show, ...asked } = list.query;
  const query = useApi('GET /api/notices', { ...asked, ...(show === 'unread' ? { show } : {}) });
  const unread = query.data?.unread ?? 0;
  return (
    <Page
      title="Notices"
      heading={unread > 0 ? formatCount(unread, 'unread notice') : 'Notices'}
      actions={
        <>
          <MarkAllNotices unread={unread} onDone={focusHeading} />
          <LinkButton href={`/${side}/notifications`}>Notification settings</LinkButton>
        </>
      }
    >
      <DataList
        name="notices"
        label="Notices"
        columns={columnsIn(timeZone)}
        query={query}
        list={list}
        uneven
        preview={false}
        pageSizes={[50, 100, 200]}
        filters={
          <ChoiceFilter
            label="Show"
            choices={choices}
            value={list.filters.show}
            onChange={(show) => list.set({ filters: { show } })}
          />
        }
        actions={(row) => (row.settled ? null : <ToggleNotice notice={row} />)}
        empty={
          show === 'unread'
            ? "You're all caught up."
            : 'No notices yet. Anything that needs your attention appears here.'
        }
      />
    </Page>
  );
}
