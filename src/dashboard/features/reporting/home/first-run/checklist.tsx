import { useId } from 'react';
import { Link } from 'wouter';
import { RemoveSample } from '../../../../components/shared/sample/remove-sample.js';
import { getForm } from '../../../../components/shared/orders/order-status.js';
import { ActionButton, Button } from '../../../../components/ui/button.js';
import { Icon } from '../../../../components/ui/icon.js';
import { useNotify } from '../../../../components/ui/overlay/use-notify.js';
import { useCan } from '../../../../lib/server/session.js';
import { useSend } from '../../../../lib/server/use-api.js';
import { StepLine } from './step-line.js';
import { type FirstRun, isDone } from './step-words.js';
import styles from './first-run.module.css';

/** The first steps with their state, the offer of the sample catalogue, and the first order once it is priced. */
export function Checklist({ progress, onHide }: { progress: FirstRun; onHide: () => void }) {
  const id = useId();
  const { steps, sample, state } = progress;
  const doneCount = steps.filter((step) => isDone(step, progress)).length;
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <div className={styles['head']}>
        <h2 id={id}>First steps</h2>
        <span className="muted">{`${doneCount} of ${steps.length} done`}</span>
        <Button kind="text" onClick={onHide}>
          Hide checklist
        </Button>
      </div>
      {state === 'done' && <FinishNotice progress={progress} />}
      <Sample state={sample} isOffered={state === 'open'} />
      <ol>
        {steps.map((step) => (
          <StepLine key={step.step} step={step} progress={progress} />
        ))}
      </ol>
    </section>
  );
}

const FinishNotice = ({ progress: { order } }: { progress: FirstRun }) =>
  order && (
    <p className={styles['finish']} role="status">
      <Icon name="check" size={20} />
      <strong>Your first order is priced</strong>
      <Link className="link" href={getForm('company', order._id)}>
        {`Open order ${order.serialNumber}`}
      </Link>
    </p>
  );

/** Offers the sample catalogue, or its removal. */
function Sample({ state, isOffered }: { state: FirstRun['sample']; isOffered: boolean }) {
  const { notify } = useNotify('Sample catalogue');
  const { send, pending } = useSend('POST /api/firstrun/sample');
  const { isAllowed } = useCan('sample.manage', { write: true });
  if (!isAllowed || (state === 'none' && !isOffered)) return null;
  return (
    <div className={styles['sample']}>
      {state === 'none' ? (
        <>
          <p>
            <strong className="block">See how it works first</strong>
            Add a sample catalogue: items, two models in three sizes, a shop and a dealer. You can remove it later.
          </p>
          <ActionButton
            permission="sample.manage"
            kind="primary"
            pending={pending}
            onClick={() => void notify(send({}))}
          >
            Add sample catalogue
          </ActionButton>
        </>
      ) : (
        <>
          <p>
            {state === 'whole'
              ? 'The sample catalogue is in use. Remove it when your own is ready.'
              : 'Part of the sample catalogue is still here.'}
          </p>
          <RemoveSample />
        </>
      )}
    </div>
  );
}
