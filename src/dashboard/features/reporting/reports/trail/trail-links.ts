const forms: Readonly<Record<string, string>> = {
  order: '/company/order/form',
  invoice: '/company/invoice/form',
  payment: '/company/payment/view',
  item: '/company/items/update',
  'item-category': '/company/items/category/form',
  component: '/company/component/form',
  'component-category': '/company/component/category/form',
  'add-on': '/company/addon/form',
  'addon-category': '/company/addon/category/form',
  shed: '/company/shed/form',
  'shed-model': '/company/shed/model/form',
  'shed-category': '/company/shed/category/form',
  dealer: '/company/dealer/form',
  shop: '/company/shop/form',
  key: '/company/key/form',
  webhook: '/company/admin/webhooks/form',
  source: '/company/import/sources/form',
};

/** The address of the record of a change; null if the record has no screen or was deleted. */
export function linkRecord(kind: string, id: string, action: string): string | null {
  const form = forms[kind];
  return form === undefined || action.startsWith('delete') ? null : `${form}?id=${encodeURIComponent(id)}`;
}
