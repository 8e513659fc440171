import { EmptyState } from '../../components/ui/empty-state.js';
import { LoadedContent } from '../../components/ui/loaded.js';
import { StatusTag } from '../../components/shared/status-tag.js';
import { TicketAnswers } from '../../components/shared/messages/ticket-answers.js';
import { count, formatMoment } from '../../lib/format.js';
import { useMe } from '../../lib/server/session.js';
import { useApi } from '../../lib/server/use-api.js';
import styles from './support.module.css';
import ticketsStyles from '../../components/shared/messages/tickets.module.css';

const SHOWN = 20;

/** The newest tickets of the signed-in user, each with its status. */
export function MyTickets() {
  const { timeZone } = useMe();
  const query = useApi('GET /api/support/tickets/mine', { size: SHOWN });
  return (
    <LoadedContent query={query} lines={2}>
      {({ items, total }) => (
        <>
          {total === 0 && <EmptyState text="No support tickets yet." />}
          <ul className={styles['my-tickets']}>
            {items.map((ticket) => (
              <li key={ticket._id}>
                <p className="muted">
                  <StatusTag of="ticket" status={ticket.status} /> {formatMoment(ticket.createdAt, timeZone)}
                  {ticket.pageTitle && `, ${ticket.pageTitle}`}
                </p>
                <p className={ticketsStyles['ticket-text']}>{ticket.description}</p>
                <TicketAnswers answers={ticket.answers} />
              </li>
            ))}
          </ul>
          {total > items.length && <p className="muted">Showing the newest {count(items.length)}.</p>}
        </>
      )}
    </LoadedContent>
  );
}
