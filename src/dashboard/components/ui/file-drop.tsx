import { type DragEvent, useId, useState } from 'react';
import { Icon } from './icon.js';
import styles from './file-drop.module.css';

interface FileDropProps {
  readonly label: string;
  /** Accepted file extensions, for example `.json`. */
  readonly accept: readonly string[];
  readonly onFiles: (files: readonly File[]) => void;
  readonly multiple?: boolean;
  readonly hint?: string;
  readonly disabledReason?: string | null;
  readonly busy?: boolean;
}

/** A drop zone for files, with a file button for keyboard and touch. Refuses other extensions with a message. */
export function FileDrop(props: FileDropProps) {
  const { label, accept, onFiles, multiple = false, hint, disabledReason = null, busy = false } = props;
  const id = useId();
  const [over, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const off = disabledReason !== null || busy;
  const take = (files: readonly File[]) => {
    const fits = files.filter((file) => accept.some((ending) => file.name.toLowerCase().endsWith(ending)));
    const otherNames = files.filter((file) => !fits.includes(file)).map((file) => file.name);
    setRefusal(
      otherNames.length > 0 ? `Not accepted: ${otherNames.join(', ')}. Choose ${accept.join(', ')} files.` : null,
    );
    if (fits.length > 0) onFiles(multiple ? fits : fits.slice(0, 1));
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!off) take([...event.dataTransfer.files]);
  };
  return (
    <div
      data-drop
      className={over ? `${styles['drop']} ${styles['drop-over']}` : styles['drop']}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!off);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Icon name="upload" size={20} />
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept.join(',')}
        multiple={multiple}
        disabled={off}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <p id={`${id}-hint`} className="muted">
        {disabledReason ?? hint ?? `Drop ${accept.join(', ')} files here, or choose them.`}
      </p>
      {refusal && (
        <p className="error" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}
