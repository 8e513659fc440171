/**
 * The key columns of each table whose past versions are stored, referenced tables first. `catalogue_versions.row_key`
 * joins their values with commas.
 */
export const versionKeys = {
  companies: ['id'],
  shops: ['id'],
  shop_percents: ['id'],
  items: ['id'],
  shop_item_values: ['shop_id', 'item_id'],
  base_styles: ['id'],
  shop_base_styles: ['shop_id', 'base_style_id'],
  addon_labor: ['id'],
  shop_addon_labor: ['shop_id', 'addon_labor_id'],
  components: ['id'],
  component_items: ['id'],
  add_ons: ['id'],
  add_on_items: ['id'],
  sheds: ['id'],
  shed_components: ['shed_id', 'component_id'],
  shed_add_ons: ['shed_id', 'add_on_id'],
  shed_labor: ['id'],
  shop_shed_labor: ['shop_id', 'shed_labor_id'],
  haul_bases: ['id'],
  dealers: ['id'],
} as const;
