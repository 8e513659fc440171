import { useEditForm } from '../../components/form/use-edit-form.js';
import { useSend } from '../../lib/use-api.js';

/** Whom a message goes to, where the office writes it, and the order it is about. */
export interface Addressed {
  readonly shop: string | null;
  readonly order: string | null;
}

/**
 * A message being written. What was typed stays until it is stored; sent again after an answer that was lost, it is the
 * same message to the server.
 */
export function useMessageForm({ shop, order }: Addressed) {
  const { send } = useSend('POST /api/comment', { refresh: ['/api/comment'] });
  const form = useEditForm({ defaultValues: { content: '' } });
  return { form, send: (content: string) => send({ content, commentFor: shop, order }) };
}
