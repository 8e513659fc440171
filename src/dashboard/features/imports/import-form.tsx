import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { ActionButton, Button } from '../../components/ui/button.js';
import { FileDrop } from '../../components/ui/file-drop.js';
import { Icon } from '../../components/ui/icon.js';
import { importKinds, type KindName } from '../../lib/import-kinds.js';
import { getImporting } from '../../../domain/imports/reading/rules.js';
import { useCan } from '../../lib/server/session.js';
import { useSide } from '../../lib/use-side.js';
import { ImportChoicesFields } from './import-choices.js';
import { ImportProgress } from './import-progress.js';
import { useImportUpload } from './use-import-upload.js';
import styles from './imports.module.css';

interface ImportFormProps {
  readonly kind: KindName;
  readonly label?: string;
  readonly children?: ReactNode;
}

const spreadsheet = { label: 'Spreadsheet', accept: ['.xlsx', '.csv'], button: 'Import Excel' } as const;

/** A form for a file of one kind and its choices; opens the preview. */
export function ImportForm({ kind, label, children }: ImportFormProps) {
  const about = importKinds[kind];
  const { file: words = spreadsheet } = about;
  const ofShop = new URLSearchParams(useSearch()).has('shop');
  const importing = getImporting(about, useSide() === 'shop' || ofShop);
  const { reason } = useCan(importing, { write: true });
  const [file, setFile] = useState<File | null>(null);
  const { work, stop, problem, setProblem, missing, upload } = useImportUpload(kind);
  const button = useRef<HTMLButtonElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!work && !reason) void upload(file);
  };
  return (
    <form className={styles['import-form']} aria-label={about.title} noValidate onSubmit={submit}>
      <ImportChoicesFields kind={kind} problem={missing} />
      {children}
      <FileDrop
        label={label ?? words.label}
        hint={`Drop a file (${words.accept.join(' or ')}) here, or choose one. Nothing changes until you apply it.`}
        accept={words.accept}
        disabledReason={reason}
        busy={work !== null}
        onFiles={([file]) => {
          setProblem(null);
          setFile(file ?? null);
        }}
      />
      {file && <ChosenFile file={file} onRemove={() => setFile(null)} />}
      {problem && <Problem text={problem} />}
      <div className="row">
        <ActionButton
          ref={button}
          type="submit"
          permission={importing}
          icon="upload"
          kind="primary"
          pending={work !== null}
        >
          {words.button}
        </ActionButton>
        <ImportProgress work={work} onCancel={stop} onFocusLost={() => button.current?.focus()} />
      </div>
    </form>
  );
}

const ChosenFile = ({ file, onRemove }: { file: File; onRemove: () => void }) => (
  <p className="row">
    <Icon name="file" />
    <span>{file.name}</span>
    <Button kind="text" icon="close" iconOnly small onClick={onRemove}>
      {`Remove ${file.name}`}
    </Button>
  </p>
);

const Problem = ({ text }: { text: string }) => (
  <div className="notice notice-error" role="alert">
    <Icon name="warning" />
    <div>{text}</div>
  </div>
);
