import { z } from 'zod';
import type { Schema } from '../../api/contract/json-schema.js';
import { createCorrection, deleteCorrection, listCorrections } from '../../domain/billing/corrections/service.js';
import { updateInvoice } from '../../domain/billing/invoices/life/change.js';
import { updateOrder } from '../../domain/billing/invoices/life/change-order.js';
import { createInvoice } from '../../domain/billing/invoices/life/create.js';
import { listInvoices } from '../../domain/billing/invoices/service.js';
import { createPayment } from '../../domain/billing/payments/paying/create.js';
import { previewPayment } from '../../domain/billing/payments/paying/preview.js';
import { getPayment, listPayments } from '../../domain/billing/payments/read.js';
import { recalculatePayment } from '../../domain/billing/payments/recalculation/recalculate.js';
import { listRepairs, getRepair } from '../../domain/billing/repair-invoices/service.js';
import { previewBaseStyleRates } from '../../domain/catalogue/base-styles/rates-effect.js';
import { previewItemCost } from '../../domain/catalogue/items/cost-effect.js';
import { getStock } from '../../domain/catalogue/items/stock.js';
import { getPriceTable } from '../../domain/catalogue/sheds/price-table.js';
import { raiseRetailPrices } from '../../domain/catalogue/sheds/retail-prices.js';
import { deleteSso, getSso, testSso, updateSso } from '../../domain/company/single-sign-on/service.js';
import { listAccess } from '../../domain/company/access-log/service.js';
import { getCompanyProfile } from '../../domain/company/company/service.js';
import { updateFactorPolicy, getFactorPolicy } from '../../domain/company/factors/policy.js';
import { createKey, listKeys, revokeKey, getKey } from '../../domain/company/keys/service.js';
import { listUsers } from '../../domain/company/users/read.js';
import { updateUser } from '../../domain/company/users/service.js';
import { createUser } from '../../domain/company/users/sign-in.js';
import { acceptProposals, undoProposal } from '../../domain/imports/feed/proposals/decide.js';
import { getProposal, listProposals } from '../../domain/imports/feed/proposals/service.js';
import { listFeedRuns, pullSource, getFeedRun } from '../../domain/imports/feed/runs/pull.js';
import {
  createSource,
  deleteSource,
  listSources,
  pauseSource,
  getSource,
} from '../../domain/imports/feed/sources/service.js';
import { testSource } from '../../domain/imports/feed/sources/test-source.js';
import { getImport, listImports } from '../../domain/imports/history.js';
import { getMapping } from '../../domain/imports/order-files/mapping.js';
import { importMissingOrders, importOrders } from '../../domain/imports/order-files/service.js';
import { undoImport } from '../../domain/imports/undo.js';
import { listDifferingRows, stageImport } from '../../domain/imports/workbench.js';
import {
  createExpectedCommand,
  deleteExpectedCommand,
  listCommandRuns,
  listExpectedCommands,
  getCommandRun,
} from '../../domain/operations/command-runs/service.js';
import { eraseCustomer, findCustomerOrders, previewErasure } from '../../domain/operations/customers/service.js';
import { addSample, getSampleOrders, removeSample } from '../../domain/operations/first-run/service.js';
import { listJobs } from '../../domain/operations/jobs/service.js';
import { requestApproval, listRequests, withdrawRequest } from '../../domain/operations/requests/service.js';
import { listDeliveries, redeliverEvent, testWebhook } from '../../domain/operations/webhooks/deliveries.js';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  pauseWebhook,
  getWebhook,
} from '../../domain/operations/webhooks/service.js';
import { inviteUser } from '../../domain/messaging/sign-in-links/invite.js';
import { deleteNewOrders } from '../../domain/orders/intake/delete-new.js';
import { pushOrders } from '../../domain/orders/intake/push.js';
import { repriceOrders } from '../../domain/orders/pricing/reprice-orders.js';
import { getOrder, listDuplicateOrders, listOrders } from '../../domain/orders/service.js';
import { getDemand } from '../../domain/purchasing/inventory/demand.js';
import { listReconciledOrders } from '../../domain/reporting/reconciliation/list-orders.js';
import { reconcileSources } from '../../domain/reporting/reconciliation/report.js';
import { differences } from '../../domain/reporting/reconciliation/schema.js';
import { listReports } from '../../domain/reporting/reports/file.js';
import { listReportRows } from '../../domain/reporting/reports/rows.js';
import { listViews } from '../../domain/reporting/saved-views/service.js';
import { listTrail } from '../../domain/reporting/trail/service.js';
import { jsonOfAdminCommands } from './admin-commands.js';
import { answer, anything, either, fields, toList, namesWith, part, getRows, text, withFields } from './shape.js';

const file = z.string();
const decisionResults = toList(fields({ invoice: z.string(), result: z.string(), ok: z.boolean() }));
const describeUpload = (service: Parameters<typeof answer>[0]): Schema => {
  const one = withFields(answer(service), { file: text });
  return either(one, toList(one)); // with several files
};
const figures = namesWith(anything);
const invitation = answer(inviteUser);

const stoppedWork = { stoppedJobs: z.int(), waitingMessages: z.int(), pausedWebhooks: z.int() };

/** What each command prints with --json, by its full name. */
export const jsonOfCommands: Readonly<Record<string, Schema>> = {
  'sample add': answer(addSample),
  'sample remove': answer(removeSample),
  'sample order': part(getSampleOrders, 'orders'),
  migrate: toList(fields({ migration: z.string(), state: z.enum(['done', 'ran now', 'to come', 'undone']) })),
  backup: either(
    fields({
      ...{ file, bytes: z.int(), createdAt: z.string(), version: z.string(), tables: z.int(), rows: z.int() },
      digest: z.string(),
    }),
    fields({
      ...{ file, version: z.string(), createdAt: z.string(), company: z.string().nullable(), rows: z.int() },
      digest: z.string(),
    }),
    fields({ digest: z.string() }),
    fields({ file, publicKey: z.string() }),
    fields({ folder: z.string(), base: z.string(), bytes: z.int(), bases: z.int(), since: z.string() }),
    fields({ folder: z.string(), bases: z.int(), files: z.int(), since: z.string(), until: z.string() }),
    fields({ continuous: z.literal(false) }),
  ),
  restore: either(
    fields({
      ...{ version: z.string(), createdAt: z.string(), company: z.string().nullable(), tables: z.int(), rows: z.int() },
      ...{ digest: z.string(), ...stoppedWork, migrations: z.int() },
    }),
    fields({
      ...{ home: z.string(), company: z.string().nullable(), base: z.string(), lastChange: z.string() },
      ...{ ...stoppedWork, migrations: z.int() },
    }),
  ),
  'orders import': describeUpload(importOrders),
  'orders missing': describeUpload(importMissingOrders),
  'orders mapping': part(getMapping, 'mapping'),
  'orders push': either(answer(pushOrders), part(listOrders, 'items')),
  'orders list': answer(listOrders),
  'orders show': answer(getOrder),
  'orders status': either(part(updateOrder, 'order'), fields({ order: z.string(), to: z.string() })),
  'orders duplicates': answer(listDuplicateOrders),
  'orders delete-new': either(answer(deleteNewOrders), fields({ orders: z.int() })),
  'catalogue export': fields({ file }),
  'catalogue import': withFields(answer(stageImport), { rows: part(listDifferingRows, 'items') }),
  export: fields({ export: z.string(), file, nextSince: z.string() }),
  'imports list': answer(listImports),
  'imports show': answer(getImport),
  'imports undo': answer(undoImport),
  'proposals list': answer(listProposals),
  'proposals show': answer(getProposal),
  'proposals accept': answer(acceptProposals),
  'proposals decline': answer(acceptProposals),
  'proposals undo': answer(undoProposal),
  'sources add': part(createSource, 'item'),
  'sources change': part(createSource, 'item'),
  'sources list': part(listSources, 'items'),
  'sources show': withFields(answer(getSource), { runs: part(listFeedRuns, 'items') }),
  'sources pause': answer(pauseSource),
  'sources resume': answer(pauseSource),
  'sources remove': answer(deleteSource),
  'sources test': answer(testSource),
  'sources pull': either(answer(getFeedRun), part(pullSource, 'run'), answer(pullSource)),
  'sources reconcile': either(
    answer(reconcileSources),
    toList(withFields(getRows(listReconciledOrders), { figure: { enum: [...differences] } })),
  ),
  'invoices list': answer(listInvoices),
  'invoices approve': decisionResults,
  'invoices deny': decisionResults,
  'invoices create': part(createInvoice, 'invoice'),
  'invoices change': part(updateInvoice, 'invoice'),
  'invoices adjust': part(updateInvoice, 'invoice'),
  'corrections create': part(createCorrection, 'correction'),
  'corrections list': answer(listCorrections),
  'corrections delete': answer(deleteCorrection),
  'repairs list': answer(listRepairs),
  'repairs show': answer(getRepair),
  'repairs approve': decisionResults,
  'repairs paid': decisionResults,
  'inventory demand': answer(getDemand),
  'inventory list': answer(getStock),
  'payments create': either(part(createPayment, 'payment'), answer(previewPayment)),
  'payments list': answer(listPayments),
  'payments show': answer(getPayment),
  'payments recalculate': toList(
    withFields(
      fields({ payment: z.string(), shop: z.string(), total: z.string(), result: z.string(), ok: z.boolean() }),
      { changes: part(recalculatePayment, 'changes') },
    ),
  ),
  'payments pdf': fields({ file, bytes: z.int() }),
  'price order': either(figures, toList(figures)),
  'prices show': part(getPriceTable, 'items'),
  'prices at': part(getPriceTable, 'items'),
  'prices preview item': answer(previewItemCost),
  'prices preview base-style': answer(previewBaseStyleRates),
  'prices raise': either(answer(raiseRetailPrices), answer(previewItemCost)),
  'prices reprice': part(repriceOrders, 'orders'),
  'reports list': {
    type: 'object',
    properties: { reports: part(listReports, 'items'), views: part(listViews, 'items') },
    required: ['reports', 'views'],
  },
  'reports run': either(
    withFields(
      fields({
        ...{ report: z.string(), view: z.string().optional(), title: z.string(), rows: z.int() },
        ...{ file: z.string().optional(), bytes: z.int().optional() },
        mail: z
          .object({ to: z.array(z.string()), message: z.string(), status: z.string(), code: z.int().optional() })
          .optional(),
      }),
      { about: part(listReportRows, 'about'), totals: part(listReportRows, 'totals') },
    ),
    figures,
  ),
  ...jsonOfAdminCommands,
  'jobs list': answer(listJobs),
  'jobs run': fields({ job: z.string(), result: z.unknown() }),
  'runs list': answer(listCommandRuns),
  'runs show': answer(getCommandRun),
  'runs expected': part(listExpectedCommands, 'items'),
  'runs expect': part(createExpectedCommand, 'item'),
  'runs forget': answer(deleteExpectedCommand),
  'users add': answer(createUser),
  'users change': part(updateUser, 'item'),
  'users list': answer(listUsers),
  'users set-password': part(updateUser, 'item'),
  'users deactivate': part(updateUser, 'item'),
  'users activate': part(updateUser, 'item'),
  'users invite': invitation,
  'users reset-link': invitation,
  'users reset-factors': part(updateUser, 'item'),
  'users require-factors': either(answer(updateFactorPolicy), answer(getFactorPolicy)),
  'sso show': answer(getSso),
  'sso set': answer(updateSso),
  'sso test': answer(testSso),
  'sso remove': answer(deleteSso),
  'access-log list': answer(listAccess),
  'company show': answer(getCompanyProfile),
  'company set-logo': answer(getCompanyProfile),
  'company remove-logo': answer(getCompanyProfile),
  'customers find': answer(findCustomerOrders),
  'customers export': fields({ orders: z.int(), file }),
  'customers erase': either(answer(eraseCustomer), answer(previewErasure)),
  'requests list': answer(listRequests),
  'requests ask': part(requestApproval, 'request'),
  'requests approve': part(requestApproval, 'request'),
  'requests deny': part(requestApproval, 'request'),
  'requests withdraw': answer(withdrawRequest),
  'trail list': answer(listTrail),
  'trail export': fields({ file }),
  'webhooks add': withFields(part(createWebhook, 'item'), { secret: text }),
  'webhooks change': part(createWebhook, 'item'),
  'webhooks list': part(listWebhooks, 'items'),
  'webhooks show': answer(getWebhook),
  'webhooks rotate': withFields(part(createWebhook, 'item'), { secret: text }),
  'webhooks pause': answer(pauseWebhook),
  'webhooks resume': answer(pauseWebhook),
  'webhooks remove': answer(deleteWebhook),
  'webhooks test': part(testWebhook, 'delivery'),
  'webhooks deliveries': answer(listDeliveries),
  'webhooks redeliver': toList(part(redeliverEvent, 'delivery')),
  'keys add': withFields(part(createKey, 'item'), { key: text }),
  'keys change': part(revokeKey, 'item'),
  'keys list': part(listKeys, 'items'),
  'keys show': answer(getKey),
  'keys scopes': toList(fields({ scope: z.string(), what: z.string(), ofCompany: z.enum(['yes', 'no']) })),
  'keys rotate': withFields(part(createKey, 'item'), { key: text }),
  'keys revoke': part(revokeKey, 'item'),
  status: either(
    fields({
      ...{ version: z.string(), home: z.string(), envFile: z.string().nullable(), company: z.string().nullable() },
      database: z.object({ address: z.string(), embedded: z.boolean(), server: z.string(), bytes: z.int() }),
      migrations: z.object({ done: z.int(), pending: z.array(z.string()) }),
      workers: z.int(),
      mail: z.object({
        ...{ server: z.string().nullable(), from: z.string() },
        ...{ waiting: z.int(), kept: z.int(), failed: z.int() },
      }),
      disk: z.object({ folder: z.string(), freeBytes: z.int(), sizeBytes: z.int() }).nullable(),
      lastBackup: z.object({ at: z.string(), file: z.string(), bytes: z.int(), encrypted: z.boolean() }).nullable(),
    }),
    fields({
      ...{ version: z.string(), home: z.string(), envFile: z.string().nullable() },
      database: z.object({ problem: z.string() }),
    }),
  ),
  doctor: toList(
    fields({
      severity: z.enum(['error', 'warning', 'note']),
      ...{ what: z.string(), records: z.array(z.string()), hint: z.string() },
    }),
  ),
  sql: toList(figures),
  api: anything,
};
