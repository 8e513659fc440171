import { updateOrderWith } from '../../../orders/life/update.js';
import { noteCorrectedOrder } from '../../payments/recalculation/recalculate.js';
import { followCorrection, lockOrderInvoice } from './correct.js';

/** Saves an order and updates its invoice and payment with what the change corrects. */
export const updateOrder = updateOrderWith({ lockInvoice: lockOrderInvoice, followCorrection, noteCorrectedOrder });
