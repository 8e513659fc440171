import { ActionButton } from '../../../components/ui/button.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { Section } from '../../../components/ui/section.js';
import { ChoiceFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { toEntries } from '../../../../domain/kernel/objects.js';
import { formatCount, formatMoment } from '../../../lib/format.js';
import { toInput } from '../../../lib/server/api.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { DeliveryDetails } from './delivery-details.js';
import { type Delivery, Lines, stateLabels } from './webhook-words.js';

const start = { size: 50, filters: { state: '' } } as const;
const states = toEntries(stateLabels).map(([_id, name]) => ({ _id, name }));

const columnsIn = (timeZone: string): readonly ColumnDef<Delivery>[] => [
  {
    field: 'at',
    header: 'Event',
    fixed: true,
    body: ({ at }) => formatMoment(at, timeZone),
    fact: ({ at }) => formatMoment(at, timeZone),
  },
  { field: 'type', header: 'Type', fact: null },
  { field: 'state', header: 'Status', body: ({ state }) => <StatusTag of="message" status={stateLabels[state]} /> },
  {
    field: 'lastStatus',
    header: 'Answer',
    body: ({ lastStatus, lastError }) => <Lines>{lastError ?? lastStatus ?? ''}</Lines>,
  },
  { field: 'attempts', header: 'Attempts', align: 'right', fact: ({ attempts }) => formatCount(attempts, 'try') },
  { field: 'nextAt', header: 'Next attempt', body: ({ nextAt }) => formatMoment(nextAt, timeZone), fact: null },
  {
    field: 'deliveredAt',
    header: 'Delivered',
    hidden: true,
    body: ({ deliveredAt }) => formatMoment(deliveredAt, timeZone),
  },
  { field: 'record', header: 'Record ID', hidden: true },
  { field: '_id', header: 'Message ID', hidden: true },
];

/** The messages to a webhook, with their answers. */
export function WebhookDeliveries({ id, isPaused }: { id: string; isPaused: boolean }) {
  const list = useListState(start);
  const { timeZone } = useMe();
  const { filters, page, size } = list;
  const input = { id, page, size, ...(filters.state ? { state: filters.state } : {}) };
  const query = useApi('GET /api/webhooks/:id/deliveries', toInput<'GET /api/webhooks/:id/deliveries'>(input)); // from the address: the server refuses invalid filters
  return (
    <Section title="Deliveries">
      <DataList
        name="webhook-deliveries"
        label="Deliveries"
        columns={columnsIn(timeZone)}
        query={query}
        list={list}
        uneven
        pageSizes={[50, 200, 500]}
        filters={
          <ChoiceFilter
            label="Status"
            choices={states}
            value={filters.state}
            onChange={(state) => list.set({ filters: { ...filters, state } })}
          />
        }
        preview={{
          title: ({ type }) => type,
          content: (delivery) => <DeliveryDetails key={delivery._id} webhook={id} delivery={delivery} />,
        }}
        actions={(delivery) => <RedeliverButton webhook={id} delivery={delivery} isPaused={isPaused} />}
        empty="No deliveries yet. Click Send test to try this webhook."
      />
    </Section>
  );
}

interface RedeliverButtonProps {
  readonly webhook: string;
  readonly delivery: Delivery;
  readonly isPaused: boolean;
}

function RedeliverButton({ webhook: id, delivery: { _id, type, at }, isPaused }: RedeliverButtonProps) {
  const { notify } = useNotify('Webhook');
  const { timeZone } = useMe();
  const { send, pending } = useSend('POST /api/webhooks/:id/deliveries/:delivery/redeliver');
  return (
    <ActionButton
      permission="webhook.manage"
      aria-label={`Send again: ${type}, ${formatMoment(at, timeZone)}`}
      pending={pending}
      disabledReason={isPaused ? 'This webhook is paused.' : null}
      onClick={() => void notify(send({ id, delivery: _id }))}
    >
      Send again
    </ActionButton>
  );
}
