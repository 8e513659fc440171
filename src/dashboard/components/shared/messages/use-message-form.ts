import { useEffect } from 'react';
import { useEditForm } from '../../ui/form/use-edit-form.js';
import { Drafts } from '../../../lib/queue/drafts.js';
import { useMe } from '../../../lib/server/session.js';
import { useSend } from '../../../lib/server/use-api.js';

/** Whom a message goes to, where the office writes it, and the order it is about. */
export interface Addressed {
  readonly shop: string | null;
  readonly order: string | null;
}

const drafts = new Drafts(localStorage);

/**
 * A message being written. What was typed is kept on the device until it is stored or discarded; sent again after an
 * answer that was lost, it is the same message to the server. `about` names the order it is about in the end.
 */
export function useMessageForm({ shop, order }: Addressed) {
  const { _id: user } = useMe();
  const name = `message.${order ?? shop ?? 'company'}`;
  const { send } = useSend('POST /api/comment');
  const form = useEditForm({ defaultValues: { content: drafts.read(user, name), serialNumber: '' } });
  const { watch, reset } = form;
  useEffect(() => {
    const watching = watch(({ content = '' }) => drafts.keep(user, name, content));
    return () => watching.unsubscribe();
  }, [watch, user, name]);
  const discard = () => {
    drafts.keep(user, name, '');
    reset({ content: '', serialNumber: '' });
  };
  const sendAll = async (content: string, about = order) => {
    await send({ content, commentFor: shop, order: about });
    discard();
  };
  return { form, send: sendAll, discard };
}
