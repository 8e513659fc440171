import { useId, useState } from 'react';
import { UpdateTicket } from '../../../../domain/messaging/tickets/schema.js';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { SelectField, TextAreaField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';
import { TicketAnswers } from '../../../components/shared/messages/ticket-answers.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import type { ApiError } from '../../../lib/server/api.js';
import { formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { mayLeave } from '../../../lib/queue/unsaved.js';
import { useSend } from '../../../lib/server/use-api.js';
import { ticketStatuses } from './admin-words.js';
import type { Ticket } from './admin-words.js';
import styles from '../../../components/shared/messages/tickets.module.css';

interface AnswerTicketProps {
  readonly ticket: Ticket;
  readonly onClose: () => void;
}

const statuses = ticketStatuses.map(({ _id, name }) => ({ value: _id, label: name }));

/**
 * Answers a ticket, or only changes its status. If another super admin has answered in the meantime, shows that first.
 */
export function AnswerTicketDialog({ ticket: opened, onClose }: AnswerTicketProps) {
  const formId = useId();
  const toast = useToast();
  const { timeZone } = useMe();
  const [ticket, setTicket] = useState(opened);
  const form = useEditForm({
    defaultValues: { answer: '', status: (opened.status === 'Open' ? 'Answered' : opened.status) as string }, // all statuses are allowed
  });
  const { send } = useSend('PUT /api/support/ticket/update/:id');
  const close = () => void mayLeave().then((agreed) => agreed && onClose());
  const submit = async ({ answer, status }: { answer: string; status: string }) => {
    const text = answer.trim();
    if (text === '' && status === ticket.status) return form.setFocus('answer');
    const change = { status: status as Ticket['status'], ...(text === '' ? {} : { answer: text }) }; // the select offers only statuses
    await send({ id: ticket._id, revision: ticket.revision, ...change });
    toast.success(text === '' ? `Ticket status set to ${status}.` : 'Answer sent.');
    onClose();
  };
  const showRefusal = (error: ApiError): boolean => {
    if (error.code === 'stale-record') setTicket(error.readCurrent<Ticket>());
    return false;
  };
  const footer = (
    <>
      <Button onClick={close}>Cancel</Button>
      <Button kind="primary" type="submit" form={formId} pending={form.formState.isSubmitting}>
        Save
      </Button>
    </>
  );
  return (
    <Dialog title={`Ticket from ${ticket.name}`} footer={footer} busy={form.formState.isSubmitting} onClose={close}>
      <p className="muted">
        {ticket.itemName}, {formatMoment(ticket.createdAt, timeZone)}
      </p>
      <p className={styles['ticket-text']}>{ticket.description}</p>
      <TicketAnswers answers={ticket.answers} />
      <Form id={formId} form={form} limits={UpdateTicket} label="Answer" onSubmit={submit} onRefused={showRefusal}>
        <TextAreaField name="answer" label="Answer" rows={5} />
        <SelectField name="status" label="Status" options={statuses} />
      </Form>
    </Dialog>
  );
}
