import type { ReactNode } from 'react';
import { download } from '../../lib/server/api.js';
import { type ImportChoices, importKinds, type KindName } from '../../lib/import-kinds.js';
import { Can } from '../../lib/server/session.js';
import { ActionButton } from '../ui/button.js';
import { useDownload } from '../ui/use-download.js';

interface ExportButtonProps extends ImportChoices {
  readonly kind: KindName;
  /** The full name, if several buttons of a screen have the same label. */
  readonly label?: string;
  /** The order type and date of a price table; only for exports of one. */
  readonly table?: { readonly shop?: string; readonly type?: 'NB' | 'INV'; readonly at?: string };
  readonly children: ReactNode;
}

/** Downloads a part of the catalogue as a workbook that can be imported again; only shown with permission to export. */
export function ExportButton({ kind, label, table = {}, children, ...choices }: ExportButtonProps) {
  const { pending, run } = useDownload('Export');
  const { takes, exporting } = importKinds[kind];
  const exportChoices = Object.fromEntries(
    takes.flatMap((name) => (choices[name] && name !== 'shops' ? [[name, choices[name]]] : [])),
  );
  const get = () => run(() => download('GET /api/exports/:kind', { kind, ...exportChoices, ...table }));
  if (!exporting) return null;
  return (
    <Can permission={exporting}>
      <ActionButton
        permission={exporting}
        icon="download"
        pending={pending}
        aria-label={label}
        onClick={() => void get()}
      >
        {children}
      </ActionButton>
    </Can>
  );
}
