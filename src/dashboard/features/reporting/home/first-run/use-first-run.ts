import { usePreference } from '../../../../lib/preferences.js';
import { useCan } from '../../../../lib/server/session.js';
import { useApi } from '../../../../lib/server/use-api.js';

/** The first steps of a new company, for users who may do them, until they hide them. */
export function useFirstRun() {
  const { isAllowed } = useCan('company.write', { write: true });
  const [isHidden, setHidden] = usePreference('first-run.hidden', false);
  const isShown = isAllowed && !isHidden;
  const query = useApi('GET /api/firstrun', isShown ? {} : null);
  const hasOrders = query.data?.steps.every(({ step, done }) => step !== 'upload' || done) ?? true;
  return { query, isShown, setHidden, /** Whether there are figures to show. */ hasOrders: hasOrders || !isShown };
}
