import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ActionButton } from '../../components/ui/button.js';
import { useConfirm } from '../../components/ui/overlay/confirm.js';
import { Icon } from '../../components/ui/icon.js';
import { PreviewEffect } from '../../components/shared/preview-effect.js';
import { useToast } from '../../components/ui/overlay/toast.js';
import { ApiError, call, isAborted, formatMessage } from '../../lib/server/api.js';
import { countHeading } from '../../lib/format.js';
import { kindNamed } from '../../lib/import-kinds.js';
import { useSend } from '../../lib/server/use-api.js';
import { useSide } from '../../lib/use-side.js';
import { columnGroups, needsColumns } from './rows/column-groups.js';
import { hiddenRowsText } from './rows/hidden-rows.js';
import { ImportProgress } from './import-progress.js';
import { countsText, importView } from './import-words.js';
import type { StagedImport } from './rows/row-words.js';
import { useFollowed } from './use-followed.js';
import styles from './imports.module.css';

interface ApplyProps {
  readonly staged: StagedImport;
  readonly without: ReadonlySet<number>;
}

/** Applies a previewed file after a confirmation; offers a preview of the effect on gross profit first. */
export function ApplyImport({ staged, without }: ApplyProps) {
  const [strict, setStrict] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { apply, work, stop, problem, again, comparing } = useApply(staged, { strict, without });
  const off = explainNotApplicable(staged, without);
  const input = { id: staged._id, strict, without: [...without], confirmed: true }; // only the preview of the effect
  return (
    <section className={styles['import-apply']} aria-label="Apply">
      {problem && <Problem error={problem} onAgain={() => void again()} pending={comparing} />}
      <div className="row">
        <ActionButton
          ref={button}
          permission="imports.apply"
          kind="primary"
          icon="check"
          pending={work !== null}
          disabledReason={off}
          onClick={() => void apply()}
        >
          Apply
        </ActionButton>
        {kindNamed(staged.kind)?.movesPrices && (
          <PreviewEffect
            permission="imports.read"
            disabledReason={off}
            ask={() => call('POST /api/imports/:id/apply', input, { preview: true })}
          />
        )}
        <label className="row">
          <input type="checkbox" checked={strict} onChange={(event) => setStrict(event.target.checked)} />
          Cancel the import if any row fails
        </label>
        <ImportProgress work={work} onCancel={stop} onFocusLost={() => button.current?.focus()} />
      </div>
    </section>
  );
}

/** Why nothing can be applied; null if something can. */
function explainNotApplicable({ counts, layout }: StagedImport, without: ReadonlySet<number>): string | null {
  if (needsColumns(columnGroups(layout))) return 'Match the columns first.';
  const changing = counts.new + counts.changed;
  if (changing === 0) return 'Nothing to change.';
  return without.size >= changing ? 'Select at least one row.' : null;
}

interface RowChoice {
  readonly strict: boolean;
  readonly without: ReadonlySet<number>;
}

function useApply(upload: StagedImport, { strict, without }: RowChoice) {
  const { _id: id } = upload;
  const side = useSide();
  const [, go] = useLocation();
  const confirm = useConfirm();
  const toast = useToast();
  const { work, run, stop } = useFollowed();
  const [problem, setProblem] = useState<ApiError | null>(null);
  const compare = useSend('PUT /api/imports/:id/columns');
  const showError = (error: unknown) =>
    setProblem(error instanceof ApiError ? error : new ApiError(0, 'unexpected', formatMessage(error)));
  const apply = async () => {
    if (!(await confirm(toQuestion(upload, without.size)))) return;
    setProblem(null);
    try {
      const { msg } = await run('Importing', upload.fileName, (options) =>
        call('POST /api/imports/:id/apply', { id, strict, without: [...without], confirmed: true }, options),
      );
      toast.success(msg);
      go(importView(side, id), { replace: true });
    } catch (error) {
      if (isAborted(error)) toast.info('Import canceled. Nothing was changed.');
      else showError(error);
    }
  };
  const again = async () => {
    try {
      toast.success(`Preview updated. ${(await compare.send({ id, columns: {} })).msg}`);
      setProblem(null);
    } catch (error) {
      showError(error);
    }
  };
  return { apply, again, comparing: compare.pending, work, stop, problem };
}

const toQuestion = ({ fileName, counts, questions, hiddenRows, options }: StagedImport, refusedCount: number) => ({
  title: questions.length > 0 ? 'Import into a different set of values?' : 'Apply this import?',
  message: 'You can undo it under Imports until its records change.',
  record: (
    <>
      {questions.map((question) => (
        <strong key={question} className="block">
          {question}
        </strong>
      ))}
      {fileName}: {countsText({ new: counts.new, changed: counts.changed, refused: counts.refused })}
      {refusedCount > 0 && `; ${countHeading(refusedCount, 'row').toLowerCase()} left out`}.
      {hiddenRows.length > 0 && (
        <>
          <br />
          {hiddenRowsText({ hiddenRows, options })}
        </>
      )}
    </>
  ),
});

interface ProblemProps {
  readonly error: ApiError;
  readonly pending: boolean;
  readonly onAgain: () => void;
}

/** Why it was not applied; if records changed since the preview, offers a new preview. */
const Problem = ({ error, pending, onAgain }: ProblemProps) => (
  <div className="notice notice-error" role="alert">
    <Icon name="warning" />
    <div>
      <p>{error.msg}</p>
    </div>
    {error.code === 'import-stale' && (
      <ActionButton permission="imports.apply" icon="refresh" pending={pending} onClick={onAgain}>
        Preview again
      </ActionButton>
    )}
  </div>
);
