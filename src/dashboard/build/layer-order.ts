import fs from 'node:fs';
import type { Plugin } from 'vite';

const ORDER = new URL('../styles/layers.css', import.meta.url);

/**
 * Declares the order of the layers at the start of every style module: its chunk may load before the stylesheet that
 * declares it, and browsers order layers by first mention.
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
