import { lazy, Suspense } from 'react';
import { Failure } from '../../../../components/ui/empty-state.js';
import { useToast } from '../../../../components/ui/overlay/toast.js';
import { usePreference } from '../../../../lib/preferences.js';
import { useCan } from '../../../../lib/server/session.js';
import { useApi } from '../../../../lib/server/use-api.js';

const Checklist = lazy(() => import('./checklist.js').then((m) => ({ default: m.Checklist })));

/**
 * The first steps of a new company, for users who may do them, until the first order is priced or the user hides them.
 */
export function FirstRun() {
  const { isAllowed } = useCan('company.write', { write: true });
  const [isHidden, setHidden] = usePreference('first-run.hidden', false);
  const toast = useToast();
  const { data, error, isRefreshing, refresh } = useApi('GET /api/firstrun', isAllowed && !isHidden ? {} : null);
  if (!isAllowed || isHidden) return null;
  if (error && !data) return <Failure error={error} pending={isRefreshing} onRetry={() => void refresh()} />;
  if (!data || data.state === 'past' || data.steps.length === 0) return null;
  const hide = () => {
    setHidden(true);
    toast.success('Checklist is hidden.', () => setHidden(false));
  };
  return (
    <Suspense>
      <Checklist progress={data} onHide={hide} />
    </Suspense>
  );
}
