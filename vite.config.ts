import { createHash } from 'node:crypto';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { aboutKinds } from './src/dashboard/build/about-kinds.js';
import { laraTheme } from './src/dashboard/build/lara-theme.js';
import { chunkGroups } from './src/dashboard/build/chunk-groups.js';
import { layerOrder } from './src/dashboard/build/layer-order.js';
import { leanTable } from './src/dashboard/build/lean-table.js';

const modern = ['chrome123', 'edge123', 'firefox121', 'safari17.5'];

/** A class of a module with a short sum of its file: one's own, readable, and alike within a file, so that it packs well. */
function scopedName(name: string, file: string): string {
  const place = path
    .relative(import.meta.dirname, file)
    .split(path.sep)
    .join('/');
  return `${name}_${createHash('sha256').update(place).digest('hex').slice(0, 4)}`;
}

export default defineConfig({
  root: path.resolve(import.meta.dirname, 'src/dashboard'),
  publicDir: false,
  plugins: [react(), aboutKinds(), laraTheme(), layerOrder(), leanTable()],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir: path.resolve(import.meta.dirname, 'dist/dashboard'),
    emptyOutDir: true,
    target: modern,
    cssTarget: modern,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    port: 4201,
    proxy: { '/api': { target: 'http://127.0.0.1:4200', changeOrigin: false } },
  },
});
