import { ActionButton } from '../../../components/ui/button.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { HistoryToggle } from '../../../components/shared/history/history-toggle.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { SourceForm } from './source-form.js';
import { PullNow } from './source-list-page.js';
import { SourceUpload } from './source-upload.js';
import { SourceRuns } from './source-runs.js';
import { isPulled, kindLabels, Problem, type Source } from './source-words.js';
import { formatYesNo } from '../../../../domain/kernel/text/yes-no.js';

const list = '/company/import/sources';

/** A source of orders: its address, its schedule and its runs. */
export function SourceFormPage() {
  const { id } = useRecordAddress();
  const query = useApi('GET /api/source/:id', id ? { id } : null);
  const remove = useSend('DELETE /api/source/delete/:id');
  return (
    <RecordPage
      what="Source"
      list={list}
      query={query}
      getName={({ name }) => name}
      deletion={{
        permission: 'company.write',
        call: remove,
        area: 'Source',
        name: (source) => `source ${source.name}`,
      }}
      actions={(source) => (
        <>
          {(source.kind === 'push' || source.cron !== null || source.fullCron !== null) && <Pause source={source} />}
          {source.kind === 'rest' && <PullNow source={source} full />}
          {isPulled(source.kind) && <PullNow source={source} />}
        </>
      )}
    >
      {(source) => (
        <>
          <Problem text={source?.problem ?? null} />
          <SourceForm key={source?._id} source={source} list={list} />
          {source?.kind === 'upload' && <SourceUpload source={source} />}
          {source && <SourceRuns source={source} />}
          {source && <HistoryToggle id={source._id} words={words} />}
        </>
      )}
    </RecordPage>
  );
}

const words = {
  name: ['Name'],
  kind: ['Kind', (kind: Source['kind']) => kindLabels[kind]],
  address: ['Address'],
  credentialSetAt: ['Credential entered'],
  cron: ['Cron expression'],
  fullCron: ['Cron expression of the full comparison'],
  timeZone: ['Time zone'],
  overlapMinutes: ['Overlap in minutes'],
  owner: ['Notified when a pull fails', (owner: Source['owner']) => owner?.name ?? ''],
  key: ['API key', (key: Source['key']) => key?.name ?? ''],
  paused: ['Paused', formatYesNo],
} as const;

function Pause({ source: { _id: id, paused } }: { source: Source }) {
  const { notify } = useNotify('Source');
  const pause = useSend('POST /api/source/:id/pause');
  const resume = useSend('POST /api/source/:id/resume');
  const { send, pending } = paused ? resume : pause;
  return (
    <ActionButton
      permission="orders.import"
      icon={paused ? 'refresh' : 'pause'}
      pending={pending}
      onClick={() => void notify(send({ id }))}
    >
      {paused ? 'Resume' : 'Pause'}
    </ActionButton>
  );
}
