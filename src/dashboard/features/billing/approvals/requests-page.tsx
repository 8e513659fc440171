import { useState } from 'react';
import { capitalize, formatTrailValue, nameField, nameRecordKind } from '../../../../domain/reporting/trail/rules.js';
import { Facts } from '../../../components/ui/facts.js';
import { ChoiceFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Button } from '../../../components/ui/button.js';
import { Page } from '../../../components/ui/page.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { countHeading, formatMoment } from '../../../lib/format.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { formatMessage, type Output, toInput } from '../../../lib/server/api.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { DenyRequestDialog } from './deny-request-dialog.js';
import styles from './requests.module.css';

type Request = Output<'GET /api/approvalrequest'>['items'][number];

const stateNames: Readonly<Record<Request['state'], string>> = {
  waiting: 'Waiting',
  applied: 'Approved and applied',
  denied: 'Denied',
  withdrawn: 'Withdrawn',
  overtaken: 'Out of date',
};
const states = Object.entries(stateNames).map(([_id, name]) => ({ _id, name }));
const start = { size: 50, filters: { state: 'waiting' } } as const;

const columnsIn = (timeZone: string): readonly ColumnDef<Request>[] => [
  { field: 'askedAt', header: 'Requested', fixed: true, body: ({ askedAt }) => formatMoment(askedAt, timeZone) },
  { field: 'asker', header: 'By', body: ({ asker, own }) => (own ? `${asker} (you)` : asker) },
  { field: 'why', header: 'Request', body: (row) => <About request={row} />, fact: ({ why }) => why },
  { field: 'effect', header: 'Changes', body: ({ effect }) => <Effect effect={effect} most={3} />, fact: null },
  { field: 'decidedBy', header: 'Decided by', hidden: true, body: ({ decidedBy }) => decidedBy ?? '' },
  { field: 'answer', header: 'Answer', body: ({ answer }) => <p className={styles['text']}>{answer}</p> },
];

const About = ({ request: { summary, why, note } }: { readonly request: Request }) => (
  <div className={styles['text']}>
    <p>{why}</p>
    <p className="muted">{summary}</p>
    {note !== '' && <p>“{note}”</p>}
  </div>
);

function Effect({ effect, most }: { readonly effect: Request['effect']; readonly most: number }) {
  const lines = effect.flatMap(({ action, recordKind, name, changes }) =>
    changes.map(({ field, from, to }) => ({
      label: `${nameRecordKind(recordKind)} ${name ?? ''} (${action})`,
      field,
      from,
      to,
    })),
  );
  return (
    <ul className={styles['effect']}>
      {lines.slice(0, most).map(({ label, field, from, to }, n) => (
        <li key={n}>
          <span className="muted">{label}</span> {nameField(field)}:{' '}
          {formatTrailValue(from) && <del>{formatTrailValue(from)}</del>} → <ins>{formatTrailValue(to) || 'empty'}</ins>
        </li>
      ))}
      {lines.length > most && <li className="muted">and {lines.length - most} more</li>}
    </ul>
  );
}

/** Changes that need a second person: who requested them, what they would change, and the result. */
export function RequestsPage() {
  const list = useListState(start);
  const query = useApi('GET /api/approvalrequest', toInput<'GET /api/approvalrequest'>(list.query)); // from the address: the server refuses invalid filters
  const { timeZone } = useMe();
  const { filters } = list;
  const isWaiting = filters.state === 'waiting';
  return (
    <Page title="Requests" heading={countHeading(query.data?.total, isWaiting ? 'Waiting Request' : 'Request')}>
      <DataList
        name="approval-requests"
        label="Requests"
        columns={columnsIn(timeZone)}
        query={query}
        list={list}
        uneven
        pageSizes={[50, 200]}
        narrowed={!isWaiting}
        filters={
          <ChoiceFilter
            label="State"
            choices={states}
            value={filters.state}
            onChange={(state) => list.set({ filters: { ...filters, state: state || 'waiting' } })}
          />
        }
        preview={{
          title: ({ summary }) => summary,
          name: ({ asker, why }) => `${asker}: ${why}`,
          content: (request) => <Details request={request} timeZone={timeZone} />,
        }}
        actions={(request) => (request.state === 'waiting' ? <DecisionButtons request={request} /> : null)}
        empty={
          isWaiting
            ? "You're all caught up. Changes that need a second person appear here."
            : 'No requests. Choose another state.'
        }
      />
    </Page>
  );
}

const Details = ({ request, timeZone }: { readonly request: Request; readonly timeZone: string }) => (
  <>
    <Facts
      facts={[
        ['State', stateNames[request.state]],
        ['Requested', formatMoment(request.askedAt, timeZone)],
        ['By', request.asker],
        ['Why', request.why],
        ['Note', request.note],
        ['Decided', formatMoment(request.decidedAt, timeZone)],
        ['Decided by', request.decidedBy],
        ['Answer', request.answer],
      ]}
    />
    <h3>{capitalize('changes')}</h3>
    <Effect effect={request.effect} most={200} />
  </>
);

/** The buttons of a request: its requester can withdraw it, others with the permission can decide it. */
function DecisionButtons({ request: { _id: id, own, decidable, asker } }: { readonly request: Request }) {
  const toast = useToast();
  const approve = useSend('PUT /api/approvalrequest/approve/:id');
  const withdraw = useSend('DELETE /api/approvalrequest/delete/:id');
  const [denying, setDenying] = useState(false);
  const run = async (work: () => Promise<{ msg: string; request?: { state: string } }>) => {
    try {
      const { msg, request } = await work();
      if (request?.state === 'overtaken') toast.error(msg);
      else toast.success(`${msg}.`);
    } catch (error) {
      toast.error(formatMessage(error));
    }
  };
  if (own)
    return (
      <Button pending={withdraw.pending} onClick={() => void run(() => withdraw.send({ id }))}>
        Withdraw
      </Button>
    );
  if (!decidable) return null;
  return (
    <>
      <Button
        kind="primary"
        pending={approve.pending}
        aria-label={`Approve the request of ${asker}`}
        onClick={() => void run(() => approve.send({ id }))}
      >
        Approve
      </Button>
      <Button aria-label={`Deny the request of ${asker}`} onClick={() => setDenying(true)}>
        Deny
      </Button>
      {denying && <DenyRequestDialog id={id} asker={asker} onClose={() => setDenying(false)} />}
    </>
  );
}
