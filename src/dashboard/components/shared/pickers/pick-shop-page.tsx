import { type ReactNode, useState } from 'react';
import type { Output } from '../../../lib/server/api.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { DataList } from '../list/data-list.js';
import { LinkButton } from '../link-button.js';
import type { ColumnDef } from '../list/list-types.js';
import { Page } from '../../ui/page.js';
import { RecordLink } from '../record/record-link.js';

type Shop = Output<'GET /api/shop'>['items'][number];

interface PickShopProps {
  /** `Components: Pick a Shop`. */
  readonly title: string;
  /** The address that a shop links to with `?shop=` and its ID; without `?shop=`, it shows the standard values. */
  readonly to: string;
  /** The name under which the list's column choice is stored. */
  readonly name: string;
  /** Next to the link to the standard values. */
  readonly actions?: ReactNode;
}

/** A page to choose whose values to view: those of a shop, or the standard ones. */
export function PickShopPage({ title, to, name, actions }: PickShopProps) {
  const list = useListState({ size: 200 });
  const query = useApi('GET /api/shop', {});
  const [columns] = useState<readonly ColumnDef<Shop>[]>([
    {
      field: 'name',
      header: 'Shop',
      fixed: true,
      body: (row) => <RecordLink href={`${to}?shop=${row._id}`}>{row.name}</RecordLink>,
    },
  ]);
  return (
    <Page
      title={title}
      actions={
        <>
          {actions}
          <LinkButton href={to}>Standard values</LinkButton>
        </>
      }
    >
      <DataList name={name} label="Shops" columns={columns} query={query} list={list} empty="No shops yet." />
    </Page>
  );
}
