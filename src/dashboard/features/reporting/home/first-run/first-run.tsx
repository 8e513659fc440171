import { Failure } from '../../../../components/ui/empty-state.js';
import { useToast } from '../../../../components/ui/overlay/toast.js';
import type { useFirstRun } from './use-first-run.js';
import { loadLazily } from '../../../../components/ui/load-lazily.js';

const Checklist = loadLazily(() => import('./checklist.js').then((m) => m.Checklist));

/** The first steps, until the first order is priced or the user hides them. */
export function FirstRun({ query, isShown, setHidden }: ReturnType<typeof useFirstRun>) {
  const toast = useToast();
  const { data, error, isRefreshing, refresh } = query;
  if (!isShown) return null;
  if (error && !data) return <Failure error={error} pending={isRefreshing} onRetry={() => void refresh()} />;
  if (!data || data.state === 'past' || data.steps.length === 0) return null;
  const hide = () => {
    setHidden(true);
    toast.success('Checklist is hidden.', () => setHidden(false));
  };
  return <Checklist progress={data} onHide={hide} />;
}
