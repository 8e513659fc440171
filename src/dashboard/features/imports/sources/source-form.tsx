import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { addedKinds, NewSource } from '../../../../domain/imports/feed/schema.js';
import { NumberField, SelectField, TextField } from '../../../components/ui/form/fields.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { toKeys } from '../../../../domain/kernel/objects.js';
import { formatMoment } from '../../../lib/format.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useCan, useMe } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { timeZones } from '../../../lib/time-zones.js';
import { MappingFields } from './source-mapping.js';
import { SettingFields } from './source-settings.js';
import { SourceTest } from './source-test.js';
import { fullPulls, pulls, type SourceValues, toFields, toValues } from './source-values.js';
import { TakeFields } from './source-takes.js';
import { isPulled, kindLabels, type Source } from './source-words.js';

const labels = {
  name: 'Name',
  kind: 'Kind',
  address: 'Address',
  credential: 'Credential',
  pull: 'Pulls',
  cron: 'Cron expression',
  fullPull: 'Full comparison',
  fullCron: 'Cron expression of the full comparison',
  timeZone: 'Time zone',
  overlapMinutes: 'Overlap in minutes',
  owner: 'Notified when a pull fails',
  settings: 'Query',
  mapping: 'Field mapping',
} as const;

const permission = 'company.write';
const kinds = addedKinds.map((value) => ({ value, label: kindLabels[value] }));

/** Where orders are pulled from, and when. Test shows what is read there. */
export function SourceForm({ source, list }: { source: Source | null; list: string }) {
  const { isAllowed } = useCan(permission, { write: true });
  const saving = useSourceSave(source, list);
  const [seenFields, setSeen] = useState<readonly string[]>([]);
  const kind = useWatch({ control: saving.form.control, name: 'kind' });
  return (
    <RecordForm saving={saving} limits={NewSource} label="Source" save={{ permission }}>
      <div className="form-grid">
        <PlaceFields source={source} readOnly={!isAllowed} />
        <PullFields readOnly={!isAllowed} />
      </div>
      <TakeFields readOnly={!isAllowed} />
      <SettingFields readOnly={!isAllowed} />
      <MappingFields seenPaths={seenFields} readOnly={!isAllowed} />
      {isAllowed && isPulled(kind) && <SourceTest source={source} onFields={setSeen} />}
    </RecordForm>
  );
}

function PlaceFields({ source, readOnly }: { source: Source | null; readOnly: boolean }) {
  const { control } = useFormContext<SourceValues>();
  const kind = useWatch({ control, name: 'kind' });
  const isAsked = kind === 'rest' || kind === 'url';
  return (
    <div className="form-group">
      <TextField name="name" label={labels.name} required maxLength={100} readOnly={readOnly} />
      {kind === 'push' ? (
        <p className="muted">
          {kindLabels.push}
          {source?.key && `: ${source.key.name}`}. It sends orders with POST /api/orders.
        </p>
      ) : (
        <SelectField name="kind" label={labels.kind} options={kinds} readOnly={readOnly} />
      )}
      {isPulled(kind) && (
        <TextField
          name="address"
          label={kind === 'folder' ? 'Folder' : labels.address}
          required
          readOnly={readOnly}
          hint={
            kind === 'folder'
              ? "A folder inside the server's source folder, such as orders/feed."
              : 'Such as https://orders.example.com.'
          }
        />
      )}
      {isAsked && (
        <TextField
          name="credential"
          label={labels.credential}
          type="password"
          autoComplete="new-password"
          readOnly={readOnly}
          hint={
            source?.credentialSetAt
              ? `Entered ${formatMoment(source.credentialSetAt, source.timeZone)}. It is never shown; leave blank to keep it.`
              : 'The token of the sales system. It is stored encrypted and never shown.'
          }
        />
      )}
    </div>
  );
}

const CRON_HINT = 'Minute, hour, day of the month (L = last), month, day of the week (0 = Sunday).';

function PullFields({ readOnly }: { readOnly: boolean }) {
  const { control } = useFormContext<SourceValues>();
  const kind = useWatch({ control, name: 'kind' });
  const users = useApi('GET /api/users', { side: 'company', active: 'true' }).data?.items ?? [];
  return (
    <div className="form-group">
      {isPulled(kind) && <TimeFields readOnly={readOnly} />}
      {kind === 'rest' && <FullTimeFields readOnly={readOnly} />}
      <SelectField name="timeZone" label={labels.timeZone} options={timeZones} readOnly={readOnly} />
      {kind === 'rest' && (
        <NumberField
          name="overlapMinutes"
          label={labels.overlapMinutes}
          readOnly={readOnly}
          hint="How far before the last successful pull to look for changes."
        />
      )}
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

function TimeFields({ readOnly }: { readOnly: boolean }) {
  const { control } = useFormContext<SourceValues>();
  const pull = useWatch({ control, name: 'pull' });
  const options = toKeys(pulls).map((value) => ({ value, label: pulls[value] }));
  return (
    <>
      <SelectField name="pull" label={labels.pull} options={options} readOnly={readOnly} />
      {pull === 'own' && <TextField name="cron" label={labels.cron} required readOnly={readOnly} hint={CRON_HINT} />}
    </>
  );
}

/** When everything is compared: only a full comparison finds orders that the sales system no longer has. */
function FullTimeFields({ readOnly }: { readOnly: boolean }) {
  const { control } = useFormContext<SourceValues>();
  const pull = useWatch({ control, name: 'fullPull' });
  const options = toKeys(fullPulls).map((value) => ({ value, label: fullPulls[value] }));
  return (
    <>
      <SelectField
        name="fullPull"
        label={labels.fullPull}
        options={options}
        readOnly={readOnly}
        hint="Reads all orders, to find those that the source no longer has."
      />
      {pull === 'own' && (
        <TextField name="fullCron" label={labels.fullCron} required readOnly={readOnly} hint={CRON_HINT} />
      )}
    </>
  );
}

function useSourceSave(source: Source | null, list: string) {
  const me = useMe();
  const add = useSend('POST /api/source');
  const change = useSend('PUT /api/source/update/:id');
  return useRecordSave<SourceValues, Source>({
    record: source,
    toValues: (one) => toValues(one, me.timeZone, me._id),
    area: 'Could not save the source:',
    what: `Source ${source?.name ?? ''}`,
    labels,
    store: (values, revision) =>
      source
        ? change.send({ id: source._id, revision: revision ?? source.revision, ...toFields(values) })
        : add.send(toFields(values)),
    onSaved: () => goBack(list),
  });
}
