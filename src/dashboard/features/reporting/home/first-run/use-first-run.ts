import { usePreference } from '../../../../lib/preferences.js';
import { useCan } from '../../../../lib/server/session.js';
import { useApi } from '../../../../lib/server/use-api.js';

/** The first steps of a new company, for users who may do them, until they hide them. */
export function useFirstRun() {
  const { isAllowed } = useCan('company.write', { write: true });
  const [isHidden, setHidden] = usePreference('first-run.hidden', false);
  const isShown = isAllowed && !isHidden;
  const query = useApi('GET /api/firstrun', isShown ? {} : null);
  const isBeforeUpload = query.data?.steps.some(({ step, done }) => step === 'upload' && !done) ?? false;
  const hasOrders = !isShown || !isBeforeUpload; // without orders there are no figures to show
  return { query, isShown, setHidden, hasOrders };
}
