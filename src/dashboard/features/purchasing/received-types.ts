import type { Output } from '../../lib/server/api.js';

export type ReceivedOrder = Output<'GET /api/materialorder/recieved/:id'>['items'][number];
export type ReceivedLine = ReceivedOrder['items'][number];
