import { kindNamed } from '../../lib/import-kinds.js';
import { useApi } from '../../lib/server/use-api.js';
import { useSide } from '../../lib/use-side.js';
import type { StagedImport } from './rows/row-words.js';

interface ChoicesTextProps {
  readonly kind: string;
  readonly options: StagedImport['options'];
}

/** The shops whose values a file changes, if its kind has that choice; for a shop, always its own. */
export function ImportChoicesText({ kind, options }: ChoicesTextProps) {
  const side = useSide();
  const { shop } = options;
  const shops = [options.shops ?? []].flat();
  const takes = kindNamed(kind)?.takes ?? [];
  const ofShops = side === 'company' && (takes.includes('shop') || takes.includes('shops'));
  const { data } = useApi('GET /api/shop', ofShops ? {} : null);
  if (!ofShops) return null;
  const formatName = (id: string) => data?.items.find(({ _id }) => _id === id)?.name ?? '…';
  if (!takes.includes('shops')) return <span>{shop ? `Values of ${formatName(shop)}` : 'Standard values'}</span>;
  if (data && shops.length === data.items.length) return <span>For all shops</span>;
  return <span>For {shops.map(formatName).join(', ')}</span>;
}
