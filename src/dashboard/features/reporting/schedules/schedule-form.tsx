import { useFormContext, useWatch } from 'react-hook-form';
import { NewSchedule } from '../../../../domain/reporting/schedules/schema.js';
import { CheckField, SelectField, TextAreaField, TextField } from '../../../components/ui/form/fields.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { useCan, useMe } from '../../../lib/server/session.js';
import { timeZones } from '../../../lib/time-zones.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import type { Schedule } from './schedule-words.js';
import { getCron, repeatLabels, repeats, weekdays, parseWhen } from './when.js';
import { WhenEcho } from './when-echo.js';
import { formatYesNo } from '../../../../domain/kernel/text/yes-no.js';

const labels = {
  view: 'Saved view',
  repeat: 'Repeats',
  weekday: 'On',
  time: 'At',
  cron: 'Cron expression',
  timeZone: 'Time zone',
  recipients: 'To',
  format: 'As',
  active: 'On',
} as const;

const formats = [
  { value: 'xlsx', label: 'Excel (.xlsx)' },
  { value: 'pdf', label: 'PDF' },
];

interface ScheduleFormProps {
  readonly schedule: Schedule | null;
  /** The view for a new schedule. */
  readonly view: string;
  readonly list: string;
}

/** When a saved view is sent, to whom and in which format; describes the times in plain words. */
export function ScheduleForm({ schedule, view, list }: ScheduleFormProps) {
  const { isAllowed } = useCan('views.use', { write: true });
  const views = useApi('GET /api/savedview', {}).data?.items ?? [];
  const options = views.map(({ _id, name, report }) => ({ value: _id, label: `${name} (${report})` }));
  const saving = useScheduleSave({ schedule, view, list, options });
  return (
    <RecordForm saving={saving} limits={NewSchedule} label="Schedule" save={{ permission: 'views.use' }}>
      <div className="form-grid">
        <div className="form-group">
          <SelectField
            name="view"
            label={labels.view}
            required="Choose a saved view"
            placeholder="Choose a saved view"
            recent="views"
            options={options}
            readOnly={!isAllowed}
            hint="To add a view, open a report and save it under Views."
          />
          <TextAreaField
            name="recipients"
            label={labels.recipients}
            required="Enter at least one email address"
            rows={3}
            readOnly={!isAllowed}
            hint="Email addresses, one per line."
          />
          <SelectField name="format" label={labels.format} options={formats} readOnly={!isAllowed} />
          <CheckField name="active" label={labels.active} readOnly={!isAllowed} />
        </div>
        <WhenFields readOnly={!isAllowed} />
      </div>
    </RecordForm>
  );
}

function WhenFields({ readOnly }: { readOnly: boolean }) {
  const { control } = useFormContext<ReturnType<typeof toValues>>();
  const values = useWatch({ control });
  const repeat = values.repeat ?? 'daily';
  return (
    <div className="form-group">
      <SelectField
        name="repeat"
        label={labels.repeat}
        options={repeats.map((value) => ({ value, label: repeatLabels[value] }))}
        readOnly={readOnly}
      />
      {repeat === 'weekly' && (
        <SelectField
          name="weekday"
          label={labels.weekday}
          options={weekdays.map((label, n) => ({ value: String(n), label }))}
          readOnly={readOnly}
        />
      )}
      {repeat === 'own' ? (
        <TextField
          name="cron"
          label={labels.cron}
          required="Enter when the schedule runs"
          hint="Minute, hour, day of the month (L = last), month, day of the week (0 = Sunday)."
          readOnly={readOnly}
        />
      ) : (
        <TextField name="time" label={labels.time} type="time" required="Enter a time" readOnly={readOnly} />
      )}
      <SelectField name="timeZone" label={labels.timeZone} options={timeZones} readOnly={readOnly} />
      <WhenEcho
        cron={getCron({ repeat, weekday: values.weekday ?? '1', time: values.time ?? '', cron: values.cron ?? '' })}
        timeZone={values.timeZone ?? ''}
      />
    </div>
  );
}

const toValues = (schedule: Schedule | null, view: string, timeZone: string) => ({
  view: schedule?.view._id ?? view,
  ...parseWhen(schedule?.cron ?? '0 7 * * 1'),
  timeZone: schedule?.timeZone ?? timeZone,
  recipients: schedule?.recipients.join('\n') ?? '',
  format: schedule?.format ?? ('xlsx' as const),
  active: schedule?.active ?? true,
});

interface SaveOptions extends ScheduleFormProps {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

function useScheduleSave({ schedule, view, list, options }: SaveOptions) {
  const me = useMe();
  const add = useSend('POST /api/schedule');
  const change = useSend('PUT /api/schedule/update/:id');
  const start = getStart(schedule, view, me.timeZone, me.userName);
  return useRecordSave({
    record: schedule,
    toValues: (one: Schedule | null) => (one ? toValues(one, view, me.timeZone) : start),
    area: 'Could not save the schedule:',
    what: `Schedule of ${schedule?.view.name ?? ''}`,
    labels,
    format: (field, value) => {
      if (field === 'view') return options.find((one) => one.value === value)?.label ?? '';
      if (field === 'repeat') return repeatLabels[value];
      return typeof value === 'boolean' ? formatYesNo(value) : String(value);
    },
    store: ({ view, timeZone, recipients, format, active, ...when }, revision) => {
      const to = recipients.split(/[\s,;]+/).filter(Boolean);
      const body = { view, cron: getCron(when), timeZone, recipients: to, format, active };
      return schedule
        ? change.send({ id: schedule._id, revision: revision ?? schedule.revision, ...body })
        : add.send(body);
    },
    onSaved: () => goBack(list),
  });
}

/** The initial values: a new schedule sends to its creator, Mondays at 7 AM. */
const getStart = (schedule: Schedule | null, view: string, timeZone: string, email: string) => ({
  ...toValues(schedule, view, timeZone),
  ...(schedule ? {} : { recipients: email }),
});
