import { RecordLink } from '../../../components/shared/record/record-link.js';
import type { Output } from '../../../lib/server/api.js';
import { money } from '../../../lib/format.js';

export type Draft = Output<'POST /api/stock/:id/demand/orders'>['items'][number];

/** The material order drafts just created, each linking to its form, where it is placed. */
export const DraftsMade = ({ drafts }: { drafts: readonly Draft[] }) => (
  <div role="status">
    {drafts.length > 0 && (
      <>
        <p>Draft material orders created. Review and place them:</p>
        <ul>
          {drafts.map(({ _id, purchaseOrderNumber, vendor, grandTotal }) => (
            <li key={_id}>
              <RecordLink href={`/shop/purchase/material/form?id=${_id}`}>
                {`PO ${purchaseOrderNumber}, ${vendor.name}`}
              </RecordLink>{' '}
              {money(grandTotal)}
            </li>
          ))}
        </ul>
      </>
    )}
  </div>
);
