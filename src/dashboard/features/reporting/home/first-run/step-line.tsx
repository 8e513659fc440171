import { useId } from 'react';
import { Link } from 'wouter';
import { Icon } from '../../../../components/ui/icon.js';
import { importKinds, importPath, type KindName } from '../../../../lib/import-kinds.js';
import { SampleOrder } from './sample-order.js';
import { type FirstRun, isDone, isToPush, type Step, stepWords } from './step-words.js';
import styles from './first-run.module.css';

/** One step: whether it is done, and the ways to do it. */
export function StepLine({ step, progress }: { step: Step; progress: FirstRun }) {
  const id = useId();
  const { title, description, describeCount } = stepWords[step.step];
  const done = isDone(step, progress);
  return (
    <li className={styles['step']} data-done={done || undefined} aria-labelledby={id}>
      <span className={styles['mark']}>
        {done && <Icon name="check" size={14} />}
        <span className="sr-only">{done ? 'Done:' : 'To do:'}</span>
      </span>
      <p className={styles['what']}>
        <strong id={id} className="block">
          {title}
        </strong>
        <span className="muted">
          {isToPush(step, progress)
            ? 'Uploaded. Resolve its alerts, if any, and push it to the shop.'
            : done
              ? describeCount(step.count)
              : description}
        </span>
      </p>
      {isToPush(step, progress) ? (
        <Link className="btn btn-primary" href="/company/orders/add">
          Review and push
        </Link>
      ) : (
        !done && <StepActions step={step.step} progress={progress} />
      )}
    </li>
  );
}

function StepActions({ step, progress }: { step: Step['step']; progress: FirstRun }) {
  const { title, forms, sheets } = stepWords[step];
  const toSheet = (kind: KindName) => ({
    label: kind === 'orders' ? 'Import with a preview' : importKinds[kind].title,
    href: importPath('company', kind, {}, '/company/home'),
  });
  return (
    <div className={styles['ways']}>
      {step === 'upload' && <SampleOrder sample={progress.sample} />}
      <Links title={title} way={step === 'upload' ? 'Your own' : 'By form'} links={forms} />
      {sheets.length > 0 && (
        <Links
          title={title}
          way={step === 'upload' ? 'Another format' : 'By spreadsheet'}
          links={sheets.map(toSheet)}
        />
      )}
    </div>
  );
}

interface LinksProps {
  readonly title: string;
  /** The links of a step: to a form or a spreadsheet import. */
  readonly way: string;
  readonly links: readonly { readonly label: string; readonly href: string }[];
}

const Links = ({ title, way, links }: LinksProps) => (
  <div className={styles['way']}>
    <span className="muted">{way}</span>
    <ul aria-label={`${title}, ${way.toLowerCase()}`}>
      {links.map(({ label, href }) => (
        <li key={label}>
          <Link className="link" href={href}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </div>
);
