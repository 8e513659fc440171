import { useState } from 'react';
import { UpdateTicket } from '../../../../domain/messaging/tickets/schema.js';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { SelectField, TextAreaField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { refuseField } from '../../../components/ui/form/problems.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';
import { TicketAnswers } from '../../../components/shared/messages/ticket-answers.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import type { ApiError } from '../../../lib/server/api.js';
import { formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { useSend } from '../../../lib/server/use-api.js';
import { ticketStatuses } from './admin-words.js';
import type { Ticket } from './admin-words.js';
import styles from '../../../components/shared/messages/tickets.module.css';

interface AnswerTicketProps {
  readonly ticket: Ticket;
  readonly onClose: () => void;
}

interface Values {
  readonly answer: string;
  readonly status: Ticket['status'];
}

const statuses = ticketStatuses.map(({ _id, name }) => ({ value: _id, label: name }));

/**
 * Answers a ticket, or only changes its status. If another super admin has answered in the meantime, shows that first.
 */
export function AnswerTicketDialog({ ticket: openedTicket, onClose }: AnswerTicketProps) {
  const toast = useToast();
  const { timeZone } = useMe();
  const [ticket, setTicket] = useState(openedTicket);
  const form = useEditForm<Values>({
    defaultValues: { answer: '', status: openedTicket.status === 'Open' ? 'Answered' : openedTicket.status },
  });
  const { send } = useSend('PUT /api/support/ticket/update/:id');
  const submit = async ({ answer, status }: Values) => {
    const text = answer.trim();
    if (text === '' && status === ticket.status) throw refuseField('answer', 'Enter an answer or change the status.');
    const change = { status, ...(text === '' ? {} : { answer: text }) };
    await send({ id: ticket._id, revision: ticket.revision, ...change });
    toast.success(text === '' ? `Ticket status set to ${status}.` : 'Answer sent.');
    onClose();
  };
  const showRefusal = (error: ApiError): boolean => {
    if (error.code === 'stale-record') setTicket(error.readCurrent<Ticket>());
    return false;
  };
  return (
    <FormDialog title={`Ticket from ${ticket.name}`} pending={form.formState.isSubmitting} onClose={onClose}>
      <p className="muted">
        {ticket.itemName}, {formatMoment(ticket.createdAt, timeZone)}
      </p>
      <p className={styles['ticket-text']}>{ticket.description}</p>
      <TicketAnswers answers={ticket.answers} />
      <Form form={form} limits={UpdateTicket} label="Answer" onSubmit={submit} onRefused={showRefusal}>
        <TextAreaField name="answer" label="Answer" rows={5} />
        <SelectField name="status" label="Status" options={statuses} />
      </Form>
    </FormDialog>
  );
}
