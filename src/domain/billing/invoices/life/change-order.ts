import { changeOrderWith } from '../../../orders/life/change-service.js';
import { noteCorrectedOrder } from '../../payments/recalculation/recalculate.js';
import { followCorrection, lockInvoiceOf } from './correct.js';

/** Saves an order; its invoice and its payment follow what the change corrects. */
export const changeOrder = changeOrderWith({ lockInvoiceOf, followCorrection, noteCorrectedOrder });
