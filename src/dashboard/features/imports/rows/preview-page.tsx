import { useCallback, useState } from 'react';
import { Redirect, useSearch } from 'wouter';
import { Icon } from '../../../components/ui/icon.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { Page } from '../../../components/ui/page.js';
import { formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { onlyRecord, useApi } from '../../../lib/server/use-api.js';
import { useSide } from '../../../lib/use-side.js';
import { ApplyImport } from '../apply-import.js';
import { columnGroups, needsColumns } from './column-groups.js';
import { ColumnsSection } from './columns-section.js';
import { HiddenRowsNotice } from './hidden-rows.js';
import { ImportChoicesText } from '../import-choices-text.js';
import { importView } from '../import-words.js';
import type { StagedImport } from './row-words.js';
import { StagedRows } from './staged-rows.js';
import styles from './rows.module.css';

/** The preview of a file: its changes, row by row, before it is applied. Without an ID, the upload. */
export function PreviewPage() {
  const id = new URLSearchParams(useSearch()).get('id');
  const side = useSide();
  const query = onlyRecord(useApi('GET /api/imports/:id/staged', id ? { id } : null), id);
  if (!id) return <Redirect to={`/${side}/import/new`} replace />;
  const upload = query.data;
  if (upload && !upload.staged) return <Redirect to={importView(side, id)} replace />;
  return (
    <Page
      title="Import preview"
      heading={upload ? `${upload.title}: ${upload.fileName}` : 'Import preview'}
      back={`/${side}/imports`}
    >
      <LoadedContent query={query}>{(upload) => <Preview key={upload._id} staged={upload} />}</LoadedContent>
    </Page>
  );
}

function Preview({ staged }: { staged: StagedImport }) {
  const [without, setWithout] = useState<ReadonlySet<number>>(new Set());
  const leave = useCallback((rows: readonly number[], isTaken: boolean) => {
    setWithout((before) => {
      const otherRows = [...before].filter((n) => !rows.includes(n));
      return new Set(isTaken ? otherRows : [...otherRows, ...rows]);
    });
  }, []);
  return (
    <div className={styles['import-preview']}>
      <p className="row">
        <strong>{staged.msg}</strong>
        <ImportChoicesText kind={staged.kind} options={staged.options} />
      </p>
      {staged.seenBefore && <SeenBefore at={staged.seenBefore} />}
      {staged.hidden.length > 0 && (
        <p className="notice">
          <Icon name="info" />
          <span>Hidden sheets skipped: {staged.hidden.map((name) => `“${name}”`).join(', ')}.</span>
        </p>
      )}
      {staged.questions.map((question) => (
        <p key={question} className="notice notice-warning">
          <Icon name="warning" />
          <span>{question}</span>
        </p>
      ))}
      <HiddenRowsNotice staged={staged} />
      <ColumnsSection staged={staged} />
      <ApplyImport staged={staged} without={without} />
      <StagedRows
        staged={staged}
        taking={{ without, leave }}
        {...(needsColumns(columnGroups(staged.layout)) ? { empty: 'Match the columns above to see the rows.' } : {})}
      />
    </div>
  );
}

function SeenBefore({ at }: { at: string }) {
  const { timeZone } = useMe();
  return (
    <p className="notice notice-warning">
      <Icon name="warning" />
      <span>This file was already imported on {formatMoment(at, timeZone)}.</span>
    </p>
  );
}
