import { NumberField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { formatCount, formatDate } from '../../../lib/format.js';
import { type Output, toInput } from '../../../lib/server/api.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { recordFrom } from '../../../../domain/kernel/objects.js';

type Kinds = Output<'GET /api/company/retention'>['items'];

/** How many days mail, logs and raw rows are stored; for super admins. */
export function RetentionSection() {
  const query = useApi('GET /api/company/retention', {});
  return <LoadedContent query={query}>{({ items }) => <RetentionForm items={items} />}</LoadedContent>;
}

const describe = ({ rows, oldest, usual }: Kinds[number], timeZone: string): string =>
  [
    rows === 0 ? 'Nothing stored' : `${formatCount(rows, 'row')} since ${formatDate(oldest, timeZone)}`,
    `default ${usual} days`,
  ].join(', ');

function RetentionForm({ items }: { readonly items: Kinds }) {
  const toast = useToast();
  const { timeZone } = useMe();
  const values = recordFrom(
    items,
    ({ _id }): string => _id,
    ({ days }) => days,
  );
  const form = useEditForm({ defaultValues: values });
  const { send } = useSend('PUT /api/company/retention/update');
  const submit = async (days: Record<string, number>) => {
    const { msg } = await send(toInput<'PUT /api/company/retention/update'>(days)); // a number for each kind
    form.reset(days);
    toast.success(`${msg}.`);
  };
  return (
    <Form
      form={form}
      limits={null}
      onSubmit={submit}
      label="Retention"
      save={{ permission: 'company.manage', label: 'Update Retention' }}
    >
      <p className="muted">
        In days. Older rows are deleted within minutes. Orders, invoices, payments and their history are kept.
      </p>
      <div className="form-grid">
        {items.map((kind) => (
          <NumberField
            key={kind._id}
            name={kind._id}
            label={kind.label}
            required
            decimals={0}
            min={1}
            max={3650}
            hint={describe(kind, timeZone)}
          />
        ))}
      </div>
    </Form>
  );
}
