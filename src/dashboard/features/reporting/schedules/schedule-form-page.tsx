import { ActionButton } from '../../../components/ui/button.js';
import { HistoryToggle } from '../../../components/shared/history/history-toggle.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useSide } from '../../../lib/use-side.js';
import { DeliveryLog } from './delivery-log.js';
import { ScheduleForm } from './schedule-form.js';
import { Alarm, type Schedule } from './schedule-words.js';
import { formatYesNo } from '../../../../domain/kernel/text/yes-no.js';

/** A saved view sent on a schedule: time, recipients, format and delivery log. */
export function ScheduleFormPage() {
  const { id, query: address } = useRecordAddress();
  const list = `/${useSide()}/reports/schedules`;
  const query = useApi('GET /api/schedule/:id', id ? { id } : null);
  const remove = useSend('DELETE /api/schedule/delete/:id');
  return (
    <RecordPage
      what="Schedule"
      list={list}
      query={query}
      getName={({ view }) => `of ${view.name}`}
      deletion={{
        permission: 'views.use',
        call: remove,
        area: 'Schedule',
        name: (schedule) => `schedule of ${schedule.view.name}`,
      }}
      actions={(schedule) => <SendNow schedule={schedule} />}
    >
      {(schedule) => (
        <>
          <Alarm text={schedule?.alarm ?? null} />
          <ScheduleForm key={schedule?._id} schedule={schedule} view={address.get('view') ?? ''} list={list} />
          {schedule && <DeliveryLog schedule={schedule} />}
          {schedule && <HistoryToggle id={schedule._id} words={words} />}
        </>
      )}
    </RecordPage>
  );
}

const joinNames = (all: readonly string[]): string => all.join(', ');
const words = {
  view: ['View', ({ name }: Schedule['view']) => name],
  text: ['When'],
  recipients: ['To', joinNames],
  format: ['As'],
  active: ['On', formatYesNo],
} as const;

function SendNow({ schedule: { _id: id } }: { schedule: Schedule }) {
  const { notify } = useNotify('Schedule');
  const { send, pending } = useSend('POST /api/schedule/:id/run');
  return (
    <ActionButton permission="views.use" icon="upload" pending={pending} onClick={() => void notify(send({ id }))}>
      Send now
    </ActionButton>
  );
}
