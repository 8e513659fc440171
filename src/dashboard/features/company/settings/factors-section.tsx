import { useState } from 'react';
import { roles as allRoles, type Role } from '../../../../domain/kernel/rights/roles.js';
import { ActionButton } from '../../../components/ui/button.js';
import { CheckList } from '../../../components/ui/form/inputs/check-list.js';
import { Form } from '../../../components/ui/form/form.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { Section } from '../../../components/ui/section.js';
import { plural } from '../../../../domain/kernel/text/plural.js';
import { Can } from '../../../lib/server/session.js';
import type { Output } from '../../../lib/server/api.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';

type Policy = Output<'GET /api/factors/policy'>;

/** The roles that need a second factor, for super admins. */
export const FactorsSection = () => (
  <Can permission="factors.manage">
    <RequiredFactors />
  </Can>
);

function RequiredFactors() {
  const query = useApi('GET /api/factors/policy', {});
  const [open, setOpen] = useState(false);
  return (
    <Section
      title="Second factors"
      actions={
        query.data && (
          <ActionButton permission="factors.manage" onClick={() => setOpen(true)}>
            {query.data.roles.length > 0 ? 'Change' : 'Require'}
          </ActionButton>
        )
      }
    >
      <LoadedContent query={query} lines={2}>
        {(policy) => (
          <>
            <p>
              {policy.roles.length > 0
                ? `Required for: ${policy.roles.join(', ')}.`
                : 'No role needs a second factor. Anyone can set one up under Security in their menu.'}
            </p>
            {open && <PolicyDialog policy={policy} onClose={() => setOpen(false)} />}
          </>
        )}
      </LoadedContent>
    </Section>
  );
}

const options = allRoles.map((role) => ({ value: role, label: role }));

function PolicyDialog({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const toast = useToast();
  const { send, pending } = useSend('PUT /api/factors/policy');
  const isOff = policy.roles.length === 0;
  const form = useEditForm<{ roles: Role[] }>({ defaultValues: { roles: isOff ? policy.moneyRoles : policy.roles } });
  const save = async ({ roles }: { roles: Role[] }) => {
    const { msg, signedOut } = await send({ roles });
    toast.success(signedOut > 0 ? `${msg} ${signedOut} ${plural(signedOut, 'user')} signed out.` : msg);
    onClose();
  };
  return (
    <FormDialog title="Roles that need a second factor" size="small" pending={pending} onClose={onClose}>
      <Form form={form} limits={null} onSubmit={save} label="Roles that need a second factor">
        <p className="muted">
          Users with these roles who have no second factor are signed out. They set one up at their next sign-in.
          {isOff && ' The roles that approve or pay are already selected.'}
        </p>
        <CheckList name="roles" label="Roles" options={options} />
      </Form>
    </FormDialog>
  );
}
