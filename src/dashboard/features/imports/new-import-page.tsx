import { Link, useSearch } from 'wouter';
import { ExportButton } from '../../components/shared/export-button.js';
import { Page } from '../../components/ui/page.js';
import { getReturnPath, importKinds, importPath, kindNamed, kindNames, type KindName } from '../../lib/import-kinds.js';
import { getImporting } from '../../../domain/imports/reading/rules.js';
import { useCan } from '../../lib/server/session.js';
import { useSide } from '../../lib/use-side.js';
import { ImportForm } from './import-form.js';
import styles from './imports.module.css';
import { isKeyOf } from '../../../domain/kernel/objects.js';

/** The upload of a file of one kind; without a kind, a list of the kinds. */
export function NewImportPage() {
  const query = new URLSearchParams(useSearch());
  const side = useSide();
  const name = query.get('kind');
  const kind = kindNamed(name);
  if (!kind || name === null || !isKeyOf(importKinds, name) || (side === 'shop' && !kind.ofShops)) return <KindsPage />;
  const title = `Import ${kind.title}`;
  return (
    <Page title={title} back={getReturnPath(query, `/${side}/import/new`)}>
      <p className="muted">{kind.purpose}</p>
      <ImportForm key={name} kind={name} />
    </Page>
  );
}

function KindsPage() {
  const side = useSide();
  const visibleKinds = kindNames.filter((name) => side === 'company' || kindNamed(name)?.ofShops);
  return (
    <Page title="Import" back={`/${side}/imports`}>
      <p className="muted">Export, edit, then re-import. Review the changes before saving.</p>
      <ul className={styles['import-kinds']}>
        {visibleKinds.map((name) => (
          <Kind key={name} name={name} />
        ))}
      </ul>
    </Page>
  );
}

function Kind({ name }: { name: KindName }) {
  const side = useSide();
  const kind = importKinds[name];
  const { title, purpose } = kind;
  const { isAllowed, reason } = useCan(getImporting(kind, side === 'shop'));
  const path = name === 'retail-prices' ? '/company/price/change' : importPath(side, name);
  return (
    <li>
      <div>
        {isAllowed ? <Link href={path}>{title}</Link> : <strong>{title}</strong>}
        <p className="muted">{purpose}</p>
        {!isAllowed && <p className="muted">{reason}</p>}
      </div>
      <ExportButton kind={name} label={`Export ${title}`}>
        Export
      </ExportButton>
    </li>
  );
}
