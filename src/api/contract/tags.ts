import type { lists } from '../routes.js';

interface Tag {
  readonly name: string;
  readonly description: string;
}
const tag = (name: string, description: string): Tag => ({ name, description });

/** The group of each list of calls in the description of the API. */
export const tags: Readonly<Record<keyof typeof lists, Tag>> = {
  accessRoutes: tag('sign-in', 'Sign in and out, and the user who is signed in.'),
  addonLaborRoutes: tag('add-on labor', 'What building an add-on costs in labor, company-wide and by shop.'),
  addonsRoutes: tag('add-ons', 'What is sold beside the shed: prices, items and labor of each add-on.'),
  alertRoutes: tag('notices', 'What the bell shows a user.'),
  announcementsRoutes: tag('announcements', 'What the office publishes to its users and shops.'),
  approvalsRoutes: tag('approvals', 'Invoices that wait for a decision of the office.'),
  baseStylesRoutes: tag('base styles', 'The standards of base styles, company-wide and by shop.'),
  calculatorsRoutes: tag('calculators', 'What a shed would cost and sell for.'),
  chartsRoutes: tag('figures', 'Figures and charts of the home screens.'),
  commandRunRoutes: tag('command runs', 'Runs of commands by cron, and the runs that are expected.'),
  commentsRoutes: tag('messages', 'What office and shop write to each other about an order.'),
  companyRoutes: tag('company', 'The company: name, address, colors, time zone.'),
  componentsRoutes: tag('components', 'The parts that sheds are made of, and their items.'),
  correctionRoutes: tag('corrections', 'Corrections of paid orders, which the next payment settles.'),
  dataExportRoutes: tag('exports', 'Streams of records for spreadsheets and warehouses.'),
  dealerRoutes: tag('dealers', 'Who sells sheds for a shop.'),
  feedRoutes: tag('sources', 'Systems that orders are pulled from, their runs, and the comparison with them.'),
  firstRunRoutes: tag('first steps', 'Setting up a new installation.'),
  haulBasesRoutes: tag('haul bases', 'What hauling a shed is based on, by model and size.'),
  homeRoutes: tag('home', 'What waits for the user.'),
  importRoutes: tag('imports', 'Spreadsheets in and out: preview, apply, undo, export.'),
  inventoryRoutes: tag('stock', 'What lies at a shop, its movements and its demand.'),
  invoiceRoutes: tag('invoices', 'What shops bill for orders.'),
  itemsRoutes: tag('items', 'Materials: prices, order points and categories.'),
  jobRoutes: tag('jobs', 'Work in the background.'),
  keysRoutes: tag('API keys', 'Keys with which programs use the API.'),
  logsRoutes: tag('log', 'Unexpected errors and refused changes.'),
  materialOrdersRoutes: tag('material orders', 'Materials ordered from vendors, and what was received.'),
  metalOrdersRoutes: tag('metal orders', 'Metal ordered for sheds, and what was received.'),
  orderRoutes: tag('orders', 'The sheds sold: upload, alerts, queue, statuses, figures.'),
  outboxRoutes: tag('outbox', 'Emails and other messages that leave the product.'),
  paymentRoutes: tag('payments', 'What shops are paid for their invoices.'),
  pricesRoutes: tag('prices', 'What a change of the catalogue does to prices.'),
  proposalRoutes: tag('proposals', 'Changes of orders that a source reports, for a person to decide.'),
  repairInvoicesRoutes: tag('repair and driver invoices', 'What shops bill beside their orders.'),
  reportsRoutes: tag('reports', 'What it adds up to, as JSON and as files.'),
  savedViewsRoutes: tag('saved views', 'Filters and columns that a user keeps.'),
  schedulesRoutes: tag('schedules', 'Reports that are sent by email at set times.'),
  searchRoutes: tag('search', 'One search over all records.'),
  settingsRoutes: tag('settings', 'Rates and other settings of prices.'),
  shedLaborRoutes: tag('shed labor', 'What building a shed costs in labor, company-wide and by shop.'),
  shedsRoutes: tag('sheds', 'Categories, models and sheds of the catalogue.'),
  shopsRoutes: tag('shops', 'The shops that build sheds.'),
  systemRoutes: tag('system', 'The version and the health of the installation.'),
  ticketsRoutes: tag('support', 'Support tickets.'),
  usersRoutes: tag('users', 'Users, their roles and permissions.'),
  vendorsRoutes: tag('vendors', 'Who materials are bought from.'),
  webhookRoutes: tag('webhooks', 'Addresses that hear of changes, and what was delivered to them.'),
};
