import { z } from 'zod';
import { findRecord, RecordId } from '../../kernel/records/record.js';
import { readInput, service } from '../../kernel/service.js';
import { computeEffect, PriceEffect } from '../prices/effect.js';
import { baseStyleKind } from './queries.js';
import { BaseStyle } from './schema.js';
import { updateBaseStyle } from './service.js';

const effectOfChange = computeEffect(updateBaseStyle);
/** In the unit of the rate's type: dollars or percent. */
const Value = z.number().optional();

export const previewBaseStyleRates = service({
  summary: 'Preview how new standard rates or a new door cost for a base style would change prices and gross profit',
  permission: 'catalogue.write',
  effect: 'read',
  input: RecordId.extend({
    doorCost: z.number().optional(),
    standardValues: z.object({ buildPercent: Value, roofPercent: Value, trussCost: Value, paintCost: Value }),
  }),
  output: PriceEffect,
  run: async (ctx, { id, doorCost, standardValues: values }) => {
    const style = z.encode(BaseStyle, await findRecord(ctx.db, baseStyleKind, id));
    const { buildPercent, roofPercent, trussCost, paintCost } = style.standardValues;
    const change = {
      id,
      name: style.name,
      doorType: style.doorType,
      doorCost: doorCost ?? style.doorCost,
      standardValues: {
        buildPercent: { ...buildPercent, value: values.buildPercent ?? buildPercent.value },
        roofPercent: { ...roofPercent, value: values.roofPercent ?? roofPercent.value },
        trussCost: { ...trussCost, value: values.trussCost ?? trussCost.value },
        paintCost: { ...paintCost, value: values.paintCost ?? paintCost.value },
      },
    };
    return readInput(PriceEffect, await effectOfChange(ctx, change));
  },
});
