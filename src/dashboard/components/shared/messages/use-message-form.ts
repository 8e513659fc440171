import { useEffect } from 'react';
import { useEditForm } from '../../ui/form/use-edit-form.js';
import { Drafts } from '../../../lib/queue/drafts.js';
import { useMe } from '../../../lib/server/session.js';
import { useSend } from '../../../lib/server/use-api.js';

/** The recipient, if the office writes the message, and the order it is about. */
export interface MessageAddress {
  readonly shop: string | null;
  readonly order: string | null;
}

const drafts = new Drafts(localStorage);

/**
 * A message being written. The draft is stored on the device until it is sent or discarded; a retry after a lost answer
 * does not create a second message. `about` returns the order the message is about when it is sent.
 */
export function useMessageForm({ shop, order }: MessageAddress) {
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
