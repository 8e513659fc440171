import fs from 'node:fs';
import type { Plugin } from 'vite';

const ORDER = new URL('../styles/layers.css', import.meta.url);

/**
 * Begins every style module with the order of the layers: a chunk of them may be loaded before the sheet that declares
 * it, and the browser takes the first mention of a layer for its place.
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
