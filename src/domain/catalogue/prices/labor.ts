/** P2: `round(base × value / 100)` for a percent, `round(base × value)` per piece. */
const rateSql = (base: string, value: string, type: string): string =>
  `round(${base} * ${value} * case when ${type} = 'percent' then 0.01 else 1 end, 2)`;

/**
 * P2: SQL for dollars at standard values of a shed labor `l` and its base style `b`; the door's cost is stored in
 * cents.
 */
export const standardLabor = `
  ${rateSql('l.build_base', 'b.build_value', 'b.build_type')} + ${rateSql('l.roof_base', 'b.roof_value', 'b.roof_type')}
  + ${rateSql('l.truss_count', 'b.truss_value', 'b.truss_type')} + ${rateSql('l.paint_hours', 'b.paint_value', 'b.paint_type')}
  + coalesce(l.door_cost, b.door_cost, 0) * 0.01`;

const ownRate = (base: string, name: string): string =>
  rateSql(
    `coalesce(ol.${base}, l.${base})`,
    `coalesce(ob.${name}_value, b.${name}_value)`,
    `case when ob.${name}_value is null then b.${name}_type else ob.${name}_type end`,
  );

/**
 * P2: SQL for dollars at a shop's values `ol` and `ob`. Each falls back to the standard one, a rate together with its
 * type.
 */
export const shopLabor = `
  ${ownRate('build_base', 'build')} + ${ownRate('roof_base', 'roof')} + ${ownRate('truss_count', 'truss')}
  + ${ownRate('paint_hours', 'paint')} + coalesce(ol.door_cost, ob.door_cost, l.door_cost, b.door_cost, 0) * 0.01`;
