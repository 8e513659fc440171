import { NewExpectedCommand } from '../../../../domain/operations/command-runs/schema.js';
import { HistoryToggle } from '../../../components/shared/history/history-toggle.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { NumberField, SelectField, TextField } from '../../../components/ui/form/fields.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useCan, useMe } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import type { ExpectedCommand } from './run-words.js';

const list = '/company/admin/runs/expected';
const permission = 'runs.manage';
const labels = {
  line: 'Command',
  everyMinutes: 'Longest time between runs (minutes)',
  graceMinutes: 'Grace period (minutes)',
  owner: 'Notified',
} as const;

/** A command that is expected to run: how often, and who is notified when it fails or does not run. */
export function ExpectedFormPage() {
  const { id } = useRecordAddress();
  const query = useApi('GET /api/expectedcommand/:id', id ? { id } : null);
  const remove = useSend('DELETE /api/expectedcommand/delete/:id');
  return (
    <RecordPage
      what="Expected Command"
      list={list}
      query={query}
      getName={({ line }) => line}
      deletion={{ permission, call: remove, area: 'Expected command', name: ({ line }) => `expected command ${line}` }}
    >
      {(expected) => (
        <>
          <ExpectedForm key={expected?._id} expected={expected} />
          {expected && <HistoryToggle id={expected._id} words={words} />}
        </>
      )}
    </RecordPage>
  );
}

const words = {
  line: ['Command'],
  everyMinutes: ['Longest time between runs (minutes)'],
  graceMinutes: ['Grace period (minutes)'],
  owner: ['Notified', (owner: ExpectedCommand['owner']) => owner?.name ?? 'Super admins'],
} as const;

interface Values {
  readonly line: string;
  readonly everyMinutes: number | null;
  readonly graceMinutes: number | null;
  readonly owner: string;
}

const DAY = 24 * 60;

function ExpectedForm({ expected }: { expected: ExpectedCommand | null }) {
  const me = useMe();
  const { isAllowed } = useCan(permission, { write: true });
  const users = useApi('GET /api/users', { side: 'company', active: 'true' }).data?.items ?? [];
  const add = useSend('POST /api/expectedcommand');
  const change = useSend('PUT /api/expectedcommand/update/:id');
  const saving = useRecordSave<Values, ExpectedCommand>({
    record: expected,
    toValues: (one) => ({
      line: one?.line ?? '',
      everyMinutes: one?.everyMinutes ?? DAY,
      graceMinutes: one ? one.graceMinutes : 60,
      owner: one ? (one.owner?._id ?? '') : me._id,
    }),
    area: 'Could not save the expected command:',
    what: `Expected command ${expected?.line ?? ''}`,
    labels,
    store: (values, revision) =>
      expected
        ? change.send({ id: expected._id, revision: revision ?? expected.revision, ...toFields(values) })
        : add.send(toFields(values)),
    onSaved: () => goBack(list),
  });
  return (
    <RecordForm saving={saving} limits={NewExpectedCommand} label="Expected command" save={{ permission }}>
      <div className="form-group">
        <TextField
          name="line"
          label={labels.line}
          required
          maxLength={500}
          readOnly={!isAllowed}
          hint="As in the crontab, without shedworks. The beginning is enough: backup --out, or reports run invoices --range last-week."
        />
        <NumberField
          name="everyMinutes"
          label={labels.everyMinutes}
          required
          decimals={0}
          readOnly={!isAllowed}
          hint="1,440 for every day, 10,080 for every week."
        />
        <NumberField name="graceMinutes" label={labels.graceMinutes} required decimals={0} readOnly={!isAllowed} />
        <SelectField
          name="owner"
          label={labels.owner}
          placeholder="Super admins"
          options={users.map(({ _id, name }) => ({ value: _id, label: name }))}
          readOnly={!isAllowed}
          hint="By email and notice, when it fails or does not run."
        />
      </div>
    </RecordForm>
  );
}

const toFields = ({ line, everyMinutes, graceMinutes, owner }: Values) => ({
  line,
  everyMinutes: everyMinutes ?? 0,
  graceMinutes: graceMinutes ?? 0,
  owner: owner === '' ? null : owner,
});
