import { useMemo } from 'react';
import { FormProvider } from 'react-hook-form';
import { ChangeOrder } from '../../../../domain/orders/change-schema.js';
import { Form } from '../../../components/ui/form/form.js';
import { lockWhile } from '../../../components/ui/form/lock.js';
import { useRecordForm } from '../../../components/ui/form/use-record-form.js';
import { Icon } from '../../../components/ui/icon.js';
import { RecordLayout } from '../../../components/ui/record-layout.js';
import { WhenNear } from '../../../components/ui/when-near.js';
import { useMe } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useApi } from '../../../lib/server/use-api.js';
import { AlertsSection } from './alerts-section.js';
import { ExplainableFigures } from './figures/explain-popover.js';
import { LinesSection } from './lines/lines-section.js';
import { OfficeFigures, ShopFigures } from './figures/live-figures.js';
import { listLocks } from './locks.js';
import { ExpensesSection, MoneySection } from './figures/money-section.js';
import { OfficeActions } from './order-actions.js';
import { OrderProvider } from './order-context.js';
import { DeliverySection } from './fields/delivery-section.js';
import { FactCards } from './fields/fact-cards.js';
import { OrderScreen } from './order-head.js';
import { CorrectionsSection } from '../../../components/shared/corrections/corrections-section.js';
import { ChangeNotice } from './saving/change-notice.js';
import { OrderConflict } from './saving/order-conflict.js';
import { OrderMessages } from './order-messages.js';
import type { OrderRecord } from '../../../components/shared/orders/order-types.js';
import { type OrderValues, toValues } from './saving/order-values.js';
import { NextStep } from './rail/next-step.js';
import { OrderTimeline, PartiesCard, TotalsCard } from './rail/rail-cards.js';
import { useSaveOrder } from './saving/use-save-order.js';

const FORM_ID = 'order-form';

/** The order form for the office and the shop's desk: each edits its own fields and saves them together. */
export function OrderForm({ order }: { order: OrderRecord }) {
  const me = useMe();
  const locks = listLocks(order, me);
  const isOffice = locks.side === 'office';
  const isLocked = !isOffice && locks.shopPart !== null && !me.viewOnly;
  const values = useMemo(() => toValues(order), [order]);
  const record = useRecordForm<OrderValues>(values, order.revision, { mode: 'onChange' });
  const saving = useSaveOrder(order, record, isOffice);
  const lookups = useApi('GET /api/lookups', isOffice ? {} : null).data;
  const { form } = record;
  const { isDirty } = form.formState;
  const submit = async (values: OrderValues) => {
    await saving.save(values);
  };
  const cancelOrder = async () => {
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return;
    const values = form.getValues();
    const canceling = saving.save({ ...values, status: 'Canceled' }).catch(() => false); // a toast shows the error
    const isCanceled = await lockWhile(document.getElementById(FORM_ID), canceling);
    if (isCanceled) goBack('/company/orders/inqueue');
    else form.setValue('status', values.status, { shouldDirty: true }); // the next Save must not cancel it
  };
  const Figures = isOffice ? OfficeFigures : ShopFigures;
  const notice = formatNotice(locks) ?? correctionNotice(order, locks);
  return (
    <OrderProvider value={{ order, locks, saving, lookups }}>
      <FormProvider {...form}>
        <Figures order={order} lookups={lookups}>
          <ExplainableFigures>
            <OrderScreen
              order={order}
              end={isOffice && <OfficeActions order={order} onCanceled={() => void cancelOrder()} />}
            >
              {isDirty && record.revision() !== order.revision && <ChangedMeanwhile by={order.updatedBy} />}
              {order.waitingChange && <ChangeNotice order={order._id} change={order.waitingChange} />}
              {notice && (
                <p className="notice" id="order-notice">
                  <Icon name="info" /> {notice}
                </p>
              )}
              <RecordLayout
                summary={
                  <>
                    <NextStep />
                    <AlertsSection />
                  </>
                }
                rail={
                  <>
                    <WhenNear>{() => <TotalsCard />}</WhenNear>
                    <WhenNear>{() => <PartiesCard order={order} />}</WhenNear>
                    <OrderTimeline />
                  </>
                }
              >
                <Form
                  form={form}
                  limits={ChangeOrder}
                  id={FORM_ID}
                  label={`Order ${order.serialNumber}`}
                  onSubmit={submit}
                  onRefused={(error) => error.code === 'stale-record'}
                  save={isLocked ? null : { permission: isOffice ? 'orders.edit' : 'orders.edit-shop-part' }}
                >
                  <FactCards described={notice ? 'order-notice' : undefined} />
                  <WhenNear lines={12}>
                    {() => <DeliverySection described={notice ? 'order-notice' : undefined} />}
                  </WhenNear>
                  <WhenNear lines={12}>{() => <LinesSection />}</WhenNear>
                  <WhenNear lines={12}>{() => <MoneySection />}</WhenNear>
                  <WhenNear lines={12}>{() => <ExpensesSection />}</WhenNear>
                </Form>
                {order.invoice && (
                  <CorrectionsSection
                    side={isOffice ? 'company' : 'shop'}
                    order={order}
                    isPaid={order.invoice.status === 'Paid'}
                  />
                )}
                <WhenNear>{() => <OrderMessages order={order} />}</WhenNear>
              </RecordLayout>
              {saving.conflict && <OrderConflict key={saving.conflict.newer.revision} conflict={saving.conflict} />}
            </OrderScreen>
          </ExplainableFigures>
        </Figures>
      </FormProvider>
    </OrderProvider>
  );
}

/** What is locked in the whole form, and why. */
function formatNotice({ side, office, figures, shopPart }: ReturnType<typeof listLocks>): string | null {
  return side === 'office' ? (office ?? figures) : shopPart;
}

/** How a save affects the invoice of an order that can still be corrected; null if it does not. */
function correctionNotice({ invoice }: OrderRecord, { side, figures, shopPart }: ReturnType<typeof listLocks>) {
  const isOpen = side === 'office' ? figures === null : shopPart === null;
  if (!invoice || !isOpen) return null;
  return `Invoice ${invoice.invoiceNumber} is ${invoice.status}. Saving here corrects it and adds a message to the invoice.`;
}

const ChangedMeanwhile = ({ by }: { by: string | null }) => (
  <p className="notice notice-warning" role="status">
    <Icon name="warning" />
    {by ? `${by} changed this order` : 'This order changed'} while you were editing. Save to compare both versions.
  </p>
);
