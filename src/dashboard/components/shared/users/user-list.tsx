import { useState } from 'react';
import { userSorts } from '../../../../domain/company/users/schema.js';
import { ChoiceFilter } from '../list/filters/choice-chip.js';
import { DataList } from '../list/data-list.js';
import type { ColumnDef } from '../list/list-types.js';
import { StatusTag } from '../status-tag.js';
import { useCan } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { LinkDialog } from './link-dialog.js';
import { ResetPasswordDialog } from './reset-password-dialog.js';
import { UserActions } from './user-actions.js';
import { UserDialog } from './user-dialog.js';
import type { ListedUser, ShownLink, UsersOf } from './user-types.js';
import { formatActive, formatFlags, labels } from './user-words.js';

const start = { sorts: userSorts, sort: 'name', size: 200, filters: { active: '' } } as const;

const columns: readonly ColumnDef<ListedUser>[] = [
  { field: 'name', header: labels.name, sortable: true, fixed: true },
  {
    field: 'email',
    header: labels.email,
    sortable: true,
    body: ({ email, emailRefused }) => (
      <>
        {email} {emailRefused && <StatusTag of="message" status="Refused" />}
      </>
    ),
    fact: ({ email }) => email,
  },
  { field: 'role', header: labels.role, sortable: true },
  { field: 'active', header: 'Active', body: formatActive },
  { field: 'flags', header: 'Flags', body: formatFlags },
];

const activity = [
  { _id: 'true', name: 'Active' },
  { _id: 'false', name: 'Deactivated' },
];

/** The users of the company or of a shop, if the user may see them; empty for a shop that is not saved yet. */
export function UserList({ side, shop }: UsersOf) {
  const { isAllowed } = useCan('users.list');
  return isAllowed && (side === 'company' || shop) ? <Users side={side} {...(shop ? { shop } : {})} /> : null;
}

function Users({ side, shop }: UsersOf) {
  const list = useListState(start);
  const query = useApi('GET /api/users', { ...list.query, side, ...(shop ? { shop: shop._id } : {}) });
  const [open, setOpen] = useState<{ what: 'details' | 'password'; user: ListedUser } | null>(null);
  const [link, setLink] = useState<ShownLink | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <DataList
        name={`users:${side}`}
        label={shop ? `Users of ${shop.name}` : 'Company users'}
        columns={columns}
        query={query}
        list={list}
        pageSizes={[60, 200, 500]}
        search={{ placeholder: 'Search users...' }}
        filters={
          <ChoiceFilter
            label="Users"
            choices={activity}
            value={list.filters.active}
            onChange={(active) => list.set({ filters: { active } })}
          />
        }
        actions={(user) => (
          <UserActions
            user={user}
            onView={() => setOpen({ what: 'details', user })}
            onReset={() => setOpen({ what: 'password', user })}
            onLink={setLink}
          />
        )}
        empty="No users yet."
      />
      {open?.what === 'details' && <UserDialog id={open.user._id} onClose={close} />}
      {open?.what === 'password' && <ResetPasswordDialog user={open.user} onLink={setLink} onClose={close} />}
      {link && <LinkDialog {...link} onClose={() => setLink(null)} />}
    </>
  );
}
