import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { ActionButton, Button } from '../../../../components/ui/button.js';
import { FileDrop } from '../../../../components/ui/file-drop.js';
import { Icon } from '../../../../components/ui/icon.js';
import { countHeading } from '../../../../lib/format.js';
import { importPath } from '../../../../lib/import-kinds.js';
import { useCan } from '../../../../lib/server/session.js';
import { ExistingPrompt } from './existing-prompt.js';
import type { OrderFile } from '../../../../components/shared/imports/order-file.js';
import { UploadCheck } from './upload-check.js';
import { UploadProgress } from '../../../../components/shared/imports/upload-progress.js';
import { type ImportRow, type UploadCall, useOrderUpload } from './use-order-upload.js';
import { UploadSummary } from './upload-summary.js';
import styles from './upload.module.css';

type Upload = ReturnType<typeof useOrderUpload>;

/** An upload form for order files: shows what each would do, asks for confirmation, then uploads. */
export function UploadPanel({ to }: { to: UploadCall }) {
  const upload = useOrderUpload(to);
  const { reason } = useCan('orders.import', { write: true });
  return (
    <section className={styles['upload']} aria-label="Upload">
      <FileDrop
        label="Order files"
        hint="Drop .json files here, or choose them."
        accept={['.json']}
        multiple
        disabledReason={reason}
        busy={upload.work !== null}
        onFiles={(files) => void upload.add(files)}
      />
      <ChosenFiles upload={upload} />
      {upload.done.map(({ file, result }) => (
        <UploadSummary key={file.name} file={file} result={result} isDone />
      ))}
      <Questions upload={upload} asksExisting={to === 'POST /api/orders'} />
    </section>
  );
}

function ChosenFiles({ upload }: { upload: Upload }) {
  const { files, readable, work } = upload;
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles['upload-chosen']}>
      {files.length > 0 && (
        <ul>
          {files.map((file) => (
            <ChosenFile key={file.name} file={file} onRemove={() => upload.remove(file.name)} />
          ))}
        </ul>
      )}
      <div className="row">
        <ActionButton
          ref={button}
          permission="orders.import"
          icon="upload"
          kind={readable.length > 0 ? 'primary' : 'secondary'}
          pending={work !== null}
          disabledReason={readable.length === 0 ? 'Choose a file first' : null}
          onClick={() => void upload.check()}
        >
          Upload
        </ActionButton>
        {!work && (
          <span className="muted">
            Different format, or want to review row by row?{' '}
            <Link href={importPath('company', 'orders', {}, '/company/orders/add')}>Import it with a preview</Link>.
          </span>
        )}
        <span role="status" className="muted">
          {work && `${work.verb} ${work.file} …`}
        </span>
        {work && (
          <UploadProgress
            key={`${work.verb} ${work.file}`}
            work={work}
            onCancel={upload.stop}
            onFocusLost={() => button.current?.focus()}
          />
        )}
      </div>
    </div>
  );
}

const ChosenFile = ({ file, onRemove }: { file: OrderFile; onRemove: () => void }) => (
  <li className="row">
    <Icon name={file.problem === null ? 'file' : 'warning'} />
    <span>{file.name}</span>
    {file.problem === null ? (
      <span className="muted">{countHeading(file.rows.length, 'row')}</span>
    ) : (
      <span className="error">{file.problem}</span>
    )}
    <Button kind="text" icon="close" iconOnly small onClick={onRemove}>
      {`Remove ${file.name}`}
    </Button>
  </li>
);

/** The dialogs of an upload: a preview, then one question per serial number that already exists. */
function Questions({ upload, asksExisting }: { upload: Upload; asksExisting: boolean }) {
  const [questions, setAsked] = useState<readonly ImportRow[]>([]);
  const { checked } = upload;
  if (!checked) return null;
  if (questions.length > 0) {
    return (
      <ExistingPrompt
        rows={questions}
        onClose={() => setAsked([])}
        onAnswered={(answers) => {
          setAsked([]);
          void upload.upload(answers);
        }}
      />
    );
  }
  const existing = asksExisting
    ? checked.flatMap(({ result }) => result.rows.filter((row) => row.state === 'exists'))
    : [];
  return (
    <UploadCheck
      checked={checked}
      onNo={upload.cancel}
      onYes={() => (existing.length > 0 ? setAsked(existing) : void upload.upload({}))}
    />
  );
}
