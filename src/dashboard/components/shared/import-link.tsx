import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { type ImportChoices, importKinds, importPath, type KindName } from '../../lib/import-kinds.js';
import { getImporting } from '../../../domain/imports/reading/rules.js';
import { Can } from '../../lib/server/session.js';
import { useSide } from '../../lib/use-side.js';
import { ActionButton } from '../ui/button.js';

interface ImportLinkProps extends ImportChoices {
  readonly kind: KindName;
  readonly children: ReactNode;
}

/** Links to the import of a kind with the current choices preset; only shown with permission to import. */
export function ImportLink({ kind, children, ...choices }: ImportLinkProps) {
  const [, go] = useLocation();
  const side = useSide();
  const about = importKinds[kind];
  const importing = getImporting(about, side === 'shop' || Boolean(choices.shop));
  if (side === 'shop' && !about.ofShops) return null;
  const open = () => go(importPath(side, kind, choices, window.location.pathname + window.location.search));
  return (
    <Can permission="imports.apply">
      <Can permission={importing}>
        <ActionButton permission={importing} icon="upload" onClick={open}>
          {children}
        </ActionButton>
      </Can>
    </Can>
  );
}
