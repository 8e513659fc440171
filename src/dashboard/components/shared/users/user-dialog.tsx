import { useWatch } from 'react-hook-form';
import { UserChange } from '../../../../domain/company/users/schema.js';
import { type Grant, grantsFor, isShopRole, type Role } from '../../../../domain/kernel/rights/roles.js';
import { Dialog } from '../../ui/overlay/dialog.js';
import { RecordDialog } from '../record/record-dialog.js';
import { CheckList } from '../../ui/form/inputs/check-list.js';
import { CheckField, SelectField, TextField } from '../../ui/form/fields.js';
import { useRecordSave } from '../record/use-record-save.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useCan } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { UserSessions } from './user-sessions.js';
import type { ListedUser } from './user-types.js';
import { grantWords, historyWords, inWords, labels, roleOptions } from './user-words.js';

interface UserDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** The details of a user: name, email address, role, flags and grants. */
export function UserDialog({ id, onClose }: UserDialogProps) {
  const query = useApi('GET /api/users/:id', { id });
  if (query.data) return <UserForm user={query.data} onClose={onClose} />;
  return (
    <Dialog title="User" size="large" onClose={onClose}>
      <LoadedContent query={query}>{() => null}</LoadedContent>
    </Dialog>
  );
}

const defaultRole: Role = 'Builder';
const toValues = (user: ListedUser | null) => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  role: user?.role ?? defaultRole,
  viewOnly: user?.viewOnly ?? false,
  superAdmin: user?.superAdmin ?? false,
  superRole: user?.superRole === 'admin',
  grants: user?.grants ?? [],
});
type Values = ReturnType<typeof toValues>;

/** The values sent, without flags and grants the role cannot have. */
function toBody({ superAdmin, superRole, grants, ...values }: Values) {
  const ofShop = isShopRole(values.role);
  const allowedGrants = grantsFor(values.role);
  return {
    ...values,
    superAdmin: superAdmin && !ofShop,
    superRole: superRole && !ofShop ? ('admin' as const) : null,
    grants: grants.filter((grant) => allowedGrants.includes(grant)),
  };
}

function UserForm({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const { isAllowed: maySeeSessions } = useCan('users.manage');
  const change = useSend('PUT /api/users/update/:id');
  const saving = useRecordSave({
    record: user,
    toValues: toValues,
    area: 'User',
    what: `User ${user.name}`,
    labels,
    format: inWords,
    store: (values, revision) => change.send({ id: user._id, revision: revision ?? user.revision, ...toBody(values) }),
    onSaved: onClose,
  });
  return (
    <RecordDialog
      saving={saving}
      more={maySeeSessions && <UserSessions user={user} />}
      history={{ id: user._id, words: historyWords }}
      limits={UserChange}
      label="User"
      title={`User ${user.name}`}
      size="large"
      permission="users.manage"
      onClose={onClose}
    >
      <UserFields side={user.shop ? 'shop' : 'company'} />
    </RecordDialog>
  );
}

function UserFields({ side }: { side: 'company' | 'shop' }) {
  const role = useWatch<{ role: Role }, 'role'>({ name: 'role' });
  const options = grantsFor(role).map((grant: Grant) => ({ value: grant, label: grantWords[grant] }));
  return (
    <div className="form-grid">
      <div className="form-group">
        <TextField name="name" label={labels.name} required="Enter a name" />
        <TextField name="email" label={labels.email} type="email" required="Enter an email address" />
        <SelectField
          name="role"
          label={labels.role}
          options={roleOptions(side)}
          hint="Changing the role signs the user out everywhere."
        />
      </div>
      <div className="form-group">
        <CheckField
          name="viewOnly"
          label={labels.viewOnly}
          hint="Can view everything this role sees, but change nothing."
        />
        {side === 'company' && (
          <>
            <CheckField name="superAdmin" label={labels.superAdmin} hint="Can add shops and manage users." />
            <CheckField name="superRole" label={labels.superRole} hint="Can delete canceled orders." />
          </>
        )}
        {options.length > 0 && <CheckList name="grants" label={labels.grants} options={options} />}
      </div>
    </div>
  );
}
