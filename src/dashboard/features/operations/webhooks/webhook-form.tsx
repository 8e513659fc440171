import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useLocation } from 'wouter';
import { NewWebhook } from '../../../../domain/operations/webhooks/schema.js';
import { CheckList } from '../../../components/ui/form/inputs/check-list.js';
import { SelectField, TextField } from '../../../components/ui/form/fields.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { useCan, useMe } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { WebhookSecret } from './webhook-secret.js';
import { eventGroups, toFields, toValues, type WebhookValues } from './webhook-values.js';
import { type Webhook, webhookForm } from './webhook-words.js';
import styles from './webhooks.module.css';

const labels = {
  name: 'Name',
  address: 'Address',
  shop: 'Shop',
  events: 'Events',
  types: 'Event types',
  owner: 'Notified when it fails',
} as const;

const permission = 'webhook.manage';

/** Where events are sent, and which. A new webhook shows its secret once saved. */
export function WebhookForm({ webhook }: { webhook: Webhook | null }) {
  const { isAllowed } = useCan(permission, { write: true });
  const [, navigate] = useLocation();
  const [created, setMade] = useState<{ readonly item: Webhook; readonly secret: string } | null>(null);
  const saving = useWebhookSave(webhook, setMade);
  return (
    <>
      <RecordForm saving={saving} limits={NewWebhook} label="Webhook" save={{ permission }}>
        <div className="form-grid">
          <PlaceFields isNew={webhook === null} readOnly={!isAllowed} />
          <EventFields readOnly={!isAllowed} />
        </div>
      </RecordForm>
      {created && (
        <WebhookSecret
          name={created.item.name}
          secret={created.secret}
          onClose={() => navigate(webhookForm(created.item._id), { replace: true })}
        />
      )}
    </>
  );
}

function PlaceFields({ isNew, readOnly }: { isNew: boolean; readOnly: boolean }) {
  const shops = useApi('GET /api/shop', {}).data?.items ?? [];
  const users = useApi('GET /api/users', { side: 'company', active: 'true' }).data?.items ?? [];
  return (
    <div className="form-group">
      <TextField name="name" label={labels.name} required maxLength={100} readOnly={readOnly} />
      <TextField
        name="address"
        label={labels.address}
        required
        maxLength={500}
        readOnly={readOnly}
        hint="Such as https://hooks.example.com/shedworks."
      />
      <SelectField
        name="shop"
        label={labels.shop}
        placeholder="All shops"
        options={shops.map(({ _id, name }) => ({ value: _id, label: name }))}
        readOnly={readOnly || !isNew}
        hint={
          isNew
            ? "With a shop, it gets only events of this shop's records. This cannot be changed later."
            : 'Cannot be changed. Add another webhook instead.'
        }
      />
      <SelectField
        name="owner"
        label={labels.owner}
        placeholder="Office Admins"
        options={users.map(({ _id, name }) => ({ value: _id, label: name }))}
        readOnly={readOnly}
      />
    </div>
  );
}

function EventFields({ readOnly }: { readOnly: boolean }) {
  const { control } = useFormContext<WebhookValues>();
  const events = useWatch({ control, name: 'events' });
  return (
    <div className="form-group">
      <SelectField
        name="events"
        label={labels.events}
        options={[
          { value: 'all', label: 'All events' },
          { value: 'some', label: 'Selected event types' },
        ]}
        readOnly={readOnly}
        hint="Messages have IDs but no figures. The receiver reads the record through the API."
      />
      {events === 'some' && (
        <div className={styles['events']}>
          {eventGroups.map(({ label, options }) => (
            <CheckList key={label} name="types" label={label} options={options} readOnly={readOnly} />
          ))}
        </div>
      )}
    </div>
  );
}

function useWebhookSave(
  webhook: Webhook | null,
  onMade: (result: { readonly item: Webhook; readonly secret: string }) => void,
) {
  const me = useMe();
  const add = useSend('POST /api/webhooks');
  const change = useSend('PUT /api/webhooks/:id');
  return useRecordSave<WebhookValues, Webhook>({
    record: webhook,
    toValues: (one) => toValues(one, me._id),
    area: 'Could not save the webhook:',
    what: `Webhook ${webhook?.name ?? ''}`,
    labels,
    store: async (values, revision) => {
      const { shop, ...fields } = toFields(values);
      if (webhook) return change.send({ id: webhook._id, revision: revision ?? webhook.revision, ...fields });
      const result = await add.send({ ...fields, shop });
      onMade(result);
      return result;
    },
  });
}
