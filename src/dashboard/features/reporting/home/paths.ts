/** The list of a status, narrowed to a shop when one is named. */
export function pathOf(side: 'company' | 'shop', list: 'orders' | 'invoices', status: string, shop = ''): string {
  const path = `/${side}/${list}/${status.toLowerCase().replace(' ', '')}`;
  return shop ? `${path}?${new URLSearchParams({ shop }).toString()}` : path;
}
