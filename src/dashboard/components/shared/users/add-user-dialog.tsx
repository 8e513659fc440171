import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { NewCompanyUser } from '../../../../domain/company/users/schema.js';
import type { Role } from '../../../../domain/kernel/rights/roles.js';
import { ActionButton } from '../../ui/button.js';
import { FormDialog } from '../../ui/form/form-dialog.js';
import { CheckField, SelectField, TextField } from '../../ui/form/fields.js';
import { Form } from '../../ui/form/form.js';
import { NewPasswordField } from './password-fields.js';
import { useEditForm } from '../../ui/form/use-edit-form.js';
import { useToast } from '../../ui/overlay/toast.js';
import { useAdding } from '../../../lib/use-adding.js';
import { toInput } from '../../../lib/server/api.js';
import { useSend } from '../../../lib/server/use-api.js';
import { LinkDialog } from './link-dialog.js';
import type { ShownLink, UsersOf } from './user-types.js';
import { labels, roleOptions } from './user-words.js';

/** Add User: the button, for super admins, and its dialog. Do not put it inside another form. */
export function AddUser({ side, shop }: UsersOf) {
  const [open, setOpen] = useState(useAdding('user'));
  const [link, setLink] = useState<ShownLink | null>(null);
  return (
    <>
      <ActionButton
        permission="users.manage"
        icon="plus"
        disabledReason={side === 'shop' && !shop ? 'Save the shop first.' : null}
        onClick={() => setOpen(true)}
      >
        Add User
      </ActionButton>
      {open && (
        <AddUserDialog side={side} {...(shop ? { shop } : {})} onLink={setLink} onClose={() => setOpen(false)} />
      )}
      {link && <LinkDialog {...link} onClose={() => setLink(null)} />}
    </>
  );
}

interface Values {
  name: string;
  email: string;
  withPassword: boolean;
  password: string;
  role: Role | '';
  viewOnly: boolean;
  superAdmin: boolean;
}
const start: Values = {
  name: '',
  email: '',
  withPassword: false,
  password: '',
  role: '',
  viewOnly: false,
  superAdmin: false,
};

interface AddUserDialogProps extends UsersOf {
  readonly onLink: (link: ShownLink) => void;
  readonly onClose: () => void;
}

function AddUserDialog({ side, shop, onLink, onClose }: AddUserDialogProps) {
  const toast = useToast();
  const form = useEditForm<Values>({ defaultValues: start });
  const add = useAddUser(side, shop?._id ?? '');
  const submit = async (values: Values) => {
    const { msg, link } = await add(values);
    if (link) onLink({ name: values.name, link, msg });
    else toast.success(msg);
    onClose();
  };
  const withPassword = useWatch({ control: form.control, name: 'withPassword' });
  return (
    <FormDialog
      title={shop ? `Add User to ${shop.name}` : 'Add User'}
      submit="Add User"
      pending={form.formState.isSubmitting}
      onClose={onClose}
    >
      <Form form={form} limits={NewCompanyUser} onSubmit={submit} label="Add User">
        <TextField name="name" label={labels.name} required="Enter a name" autoFocus />
        <TextField name="email" label={labels.email} type="email" required="Enter an email address" />
        <CheckField
          name="withPassword"
          label="Set a password now"
          hint="Otherwise the user gets an invitation with a link to set the password."
        />
        {withPassword && <NewPasswordField name="password" label="Password" required="Please input your password!" />}
        <SelectField
          name="role"
          label={labels.role}
          required="Choose a role"
          placeholder="Choose a role"
          options={roleOptions(side)}
        />
        <CheckField
          name="viewOnly"
          label={labels.viewOnly}
          hint="Can view everything this role sees, but change nothing."
        />
        {side === 'company' && (
          <CheckField name="superAdmin" label={labels.superAdmin} hint="Can add shops and manage users." />
        )}
      </Form>
    </FormDialog>
  );
}

/** Adds a user to the company or to a shop, with a password or an invitation; the server validates the values. */
function useAddUser(side: UsersOf['side'], shop: string) {
  const toCompany = useSend('POST /api/users/company/add');
  const toShop = useSend('POST /api/users/shop/add');
  const invited = useSend('POST /api/users/invite');
  return async ({
    superAdmin,
    withPassword,
    password,
    ...values
  }: Values): Promise<{ msg: string; link?: string | null }> => {
    const ofCompany = { ...values, superAdmin };
    const ofShop = { ...values, shop };
    // the role may still be empty; the server then refuses it
    if (!withPassword) return invited.send(toInput<'POST /api/users/invite'>(side === 'company' ? ofCompany : ofShop));
    return side === 'company'
      ? toCompany.send(toInput<'POST /api/users/company/add'>({ ...ofCompany, password }))
      : toShop.send(toInput<'POST /api/users/shop/add'>({ ...ofShop, password }));
  };
}
