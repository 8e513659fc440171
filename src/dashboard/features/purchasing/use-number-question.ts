import { useConfirm } from '../../components/ui/overlay/confirm.js';
import { ApiError } from '../../lib/server/api.js';

/** Sends an order; if its PO# is already used, asks whether to use it again and, if so, sends it again. */
export function useNumberQuestion() {
  const confirm = useConfirm();
  return async <A>(send: (more: { readonly repeatNumber: boolean }) => Promise<A>): Promise<A> => {
    try {
      return await send({ repeatNumber: false });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'purchase-order-number-taken') throw error;
      if (!(await confirm({ message: 'Use this PO# again?', record: error.msg, yes: 'Use PO#' }))) throw error;
      return send({ repeatNumber: true });
    }
  };
}
