/** The list of a status, filtered by a shop if one is given. */
export function getPath(side: 'company' | 'shop', list: 'orders' | 'invoices', status: string, shop = ''): string {
  const path = `/${side}/${list}/${status.toLowerCase().replace(' ', '')}`;
  return shop ? `${path}?${new URLSearchParams({ shop }).toString()}` : path;
}
