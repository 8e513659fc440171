import { RecordLink } from '../../../components/shared/record/record-link.js';
import type { Output } from '../../../lib/server/api.js';
import { Facts } from '../../../components/ui/facts.js';

type Shed = Output<'GET /api/shed/one/:id'>;

/** Links to the shed labor and the haul base of this size, or to add a missing one. */
export const SizeLinks = ({ shed: { shedLabor, haulBase, model } }: { shed: Shed }) => (
  <Facts
    facts={[
      [
        'Shed labor',
        shedLabor ? (
          <RecordLink key="labor" href={`/company/shed/labor/edit?id=${shedLabor}`}>
            View
          </RecordLink>
        ) : (
          <RecordLink key="labor" href={`/company/shed/labor/add?model=${model._id}`}>
            None for this size. Add it
          </RecordLink>
        ),
      ],
      [
        'Haul base',
        haulBase ? (
          <RecordLink key="haul" href={`/company/haulbase/form?id=${haulBase}`}>
            View
          </RecordLink>
        ) : (
          <RecordLink key="haul" href={`/company/haulbase/form?new=1&model=${model._id}`}>
            None for this size. Add it
          </RecordLink>
        ),
      ],
    ]}
  />
);
