import { expect, test } from 'vitest';
import { toColumn, readSheetCells } from '../../../testing/table-files.js';
import { useWorld } from '../../../testing/world.js';
import { downloadReport } from '../file.js';

const world = useWorld();

test('P5: the workbook has a dash for the percents of a negative revenue', async () => {
  const order = await world.createPushedOrder('Finished');
  await world.db('orders').where({ id: order }).update({ date_ordered: '2026-09-30', base_price_company: -90_000_00 });
  const sheet = await readSheetCells(
    await downloadReport(world.ctx('office.user'), { name: 'top-orders', filter: {} }),
  );
  expect(toColumn(sheet, 'Shop GP %')).toEqual(['—']);
  expect(toColumn(sheet, 'Company GP %')).toEqual(['—']);
  const about = sheet.workbook.getWorksheet('About') ?? expect.fail();
  const getRow = (label: string) => about.getRow(toColumn(about, 'About').indexOf(label) + 2);
  for (const label of ['Shop gross profit', 'Company gross profit'])
    expect(getRow(label).getCell(5).value, label).toBe('—');
});
