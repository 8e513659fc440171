import { createDealer, listDealers } from '../../../../domain/company/dealers/service.js';
import { recordArea } from '../../record-area.js';
import { makeUnique } from '../../unique.js';

export const { references, examples, sharedRecords } = recordArea('/api/dealer', {
  entity: 'dealer',
  list: listDealers,
  add: createDealer,
  as: 'office.admin',
  makeFields: () => ({ name: makeUnique('Dealer'), city: 'Salem', haulPercent: 62.5 }),
  refers: { shop: 'shop' },
});
