import { useState } from 'react';
import { FormDialog } from '../../components/ui/form/form-dialog.js';
import { OWN_NAME } from '../../lib/product.js';
import { MyTickets } from './my-tickets.js';
import { TicketForm } from './ticket-form.js';
import { useTicket } from './use-ticket.js';
import styles from './support.module.css';

const keys: readonly (readonly [string, string])[] = [
  ['Ctrl K or ⌘ K', 'Search screens, orders and invoices'],
  ['Tab, Shift Tab', 'Next and previous control'],
  ['Enter', 'Search, save, follow a link'],
  ['Space', 'Select a row, check a box'],
  ['↑ ↓ Home End', 'Move within menus and tabs; raise or lower a number'],
  ['Escape', 'Close a dialog or menu'],
];

interface HelpDialogProps {
  readonly version: string;
  readonly build: string;
  /** Whether to open with the user's tickets. */
  readonly showsTickets: boolean;
  readonly onClose: () => void;
}

/** A form for support requests; below it, version, keyboard shortcuts and API. */
export function HelpDialog({ version, build, onClose, ...props }: HelpDialogProps) {
  const { submit, pending } = useTicket(onClose);
  const [showsTickets, setShowsTickets] = useState(props.showsTickets);
  return (
    <FormDialog title="Help and Support" submit="Submit" pending={pending} onClose={onClose}>
      <TicketForm onSubmit={submit} />
      <details
        className={styles['help-more']}
        open={showsTickets}
        onToggle={({ currentTarget }) => setShowsTickets(currentTarget.open)}
      >
        <summary>Your tickets and answers</summary>
        {showsTickets && <MyTickets />}
      </details>
      <details className={styles['help-more']}>
        <summary>Version, keyboard and API</summary>
        <p>
          {OWN_NAME} {version} (build {build}). Include this version, and the request number of any error, when you ask
          for help.
        </p>
        <p>
          <a href="/api/docs" target="_blank" rel="noreferrer">
            API documentation
          </a>
        </p>
        <h3>Keyboard</h3>
        <dl className={styles['keys']}>
          {keys.map(([key, meaning]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </FormDialog>
  );
}
