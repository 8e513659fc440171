import { createHash } from 'node:crypto';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { aboutKinds } from './src/dashboard/build/about-kinds.js';
import { laraTheme } from './src/dashboard/build/lara-theme.js';
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

/** What many screens use together is one script: over HTTP/1.1 every file costs a phone a round trip. */
const groups = [
  { name: 'start', tags: ['$initial' as const] },
  {
    name: 'list',
    test: /dashboard[\\/](components[\\/]shared[\\/]list[\\/](data-list|list-(toolbar|search|view|views|view-menu|select|pager|types|cell)|use-list-view|more-actions|selection-bar|filters[\\/](choice-chip|day-chip|toggle-chip)|rows-code)|lib[\\/]list[\\/])/,
  },
  {
    name: 'form',
    test: /react-hook-form|node_modules[\\/]zod|dashboard[\\/]components[\\/](ui[\\/]form[\\/][^\\/]*$|shared[\\/](record[\\/](conflict|delete-record)|history[\\/](record-history|history-panel|history\.module)))/,
  },
  {
    name: 'input',
    test: /dashboard[\\/]components[\\/]ui[\\/]form[\\/](inputs[\\/](?!calendar)|combobox[\\/](?!combobox-list))/,
  },
  {
    name: 'page',
    test: /dashboard[\\/](components[\\/](ui[\\/](page|page-top\.module\.css|loaded|record-layout|when-near)|shared[\\/]status-tag)|lib[\\/](use-in-sight|use-printing))/,
  },
];

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
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    port: 4201,
    proxy: { '/api': { target: 'http://127.0.0.1:4200', changeOrigin: false } },
  },
});
