import { updateOrderWith } from '../../../orders/life/update.js';
import { noteCorrectedOrder } from '../../payments/recalculation/recalculate.js';
import { followCorrection, lockOrderInvoice } from './correct.js';

/** Saves an order, and corrects its invoice and payment to match. */
export const updateOrder = updateOrderWith({ lockInvoice: lockOrderInvoice, followCorrection, noteCorrectedOrder });
