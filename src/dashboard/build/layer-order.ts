import fs from 'node:fs';
import type { Plugin } from 'vite';

const ORDER = new URL('../styles/layers.css', import.meta.url);

/**
 * Starts every style module with the order of the layers: its chunk may load before the sheet that declares the order,
 * and browsers order layers by their first mention.
 */
export function layerOrder(): Plugin {
  return {
    name: 'layer-order',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.module\.css(\?|$)/.test(id)) return null;
      this.addWatchFile(ORDER.pathname);
      return { code: `${fs.readFileSync(ORDER, 'utf8')}${code}`, map: null };
    },
  };
}
