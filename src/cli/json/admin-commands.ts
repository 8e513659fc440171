import { z } from 'zod';
import type { Schema } from '../../api/contract/json-schema.js';
import { previewItemCost } from '../../domain/catalogue/items/cost-effect.js';
import { listScheduleRuns, runScheduleNow } from '../../domain/reporting/schedules/runs.js';
import {
  createSchedule,
  deleteSchedule,
  explainSchedule,
  listSchedules,
  getSchedule,
} from '../../domain/reporting/schedules/service.js';
import { listOutbox, getMessage } from '../../domain/messaging/outbox/service.js';
import { listTickets, getTicket } from '../../domain/messaging/tickets/service.js';
import { deleteLog, deleteLogs, getLog, listLogs } from '../../domain/operations/logs/service.js';
import { answer, either, fields, toList, part, withFields } from './shape.js';

const setting = fields({ name: z.string(), value: z.union([z.string(), z.number(), z.array(z.string())]) });

/** The output of the commands that correspond to the screens of admins. */
export const jsonOfAdminCommands: Readonly<Record<string, Schema>> = {
  'schedules list': part(listSchedules, 'items'),
  'schedules show': withFields(answer(getSchedule), { runs: part(listScheduleRuns, 'items') }),
  'schedules when': answer(explainSchedule),
  'schedules add': part(createSchedule, 'item'),
  'schedules change': part(createSchedule, 'item'),
  'schedules pause': part(createSchedule, 'item'),
  'schedules resume': part(createSchedule, 'item'),
  'schedules remove': answer(deleteSchedule),
  'schedules run': part(runScheduleNow, 'run'),
  'schedules send-again': part(runScheduleNow, 'run'),
  'outbox list': answer(listOutbox),
  'outbox show': answer(getMessage),
  'outbox send': toList(answer(getMessage)),
  'tickets list': answer(listTickets),
  'tickets show': answer(getTicket),
  'tickets answer': answer(getTicket),
  'tickets close': answer(getTicket),
  'tickets reopen': answer(getTicket),
  'logs list': answer(listLogs),
  'logs show': answer(getLog),
  'logs delete': either(answer(deleteLog), answer(deleteLogs)),
  'config list': toList(setting),
  'config get': setting,
  'config set': either(setting, answer(previewItemCost)),
  'config variables': toList(
    fields({ name: z.string(), value: z.string().nullable(), from: z.enum(['file', 'environment', 'default']) }),
  ),
};
