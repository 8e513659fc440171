import { notFound } from '../../../kernel/errors.js';
import { service } from '../../../kernel/service.js';
import { countOpen, findProposals, findProposalsById } from './queries.js';
import { ListProposals, Proposal, ProposalList } from './schema.js';
import { RecordId } from '../../../kernel/records/record.js';

export const listProposals = service({
  summary: 'List proposals: changes from the sales system to existing orders, waiting or decided',
  permission: 'orders.import',
  effect: 'read',
  input: ListProposals,
  output: ProposalList,
  run: async ({ db }, input) => {
    const [page, counts] = await Promise.all([findProposals(db, input), countOpen(db)]);
    return { ...page, ...counts };
  },
});

export const getProposal = service({
  summary: 'Get a proposal: its changes and their effect on the order',
  permission: 'orders.import',
  effect: 'read',
  input: RecordId,
  output: Proposal,
  run: async ({ db }, { id }) => {
    const [proposal] = await findProposalsById(db, [id]);
    if (!proposal) throw notFound('Proposal');
    return proposal;
  },
});
