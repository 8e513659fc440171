import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { laraTheme } from './src/dashboard/build/lara-theme.js';
import { leanTable } from './src/dashboard/build/lean-table.js';

const modern = ['chrome123', 'edge123', 'firefox121', 'safari17.5'];

export default defineConfig({
  root: path.resolve(import.meta.dirname, 'src/dashboard'),
  publicDir: false,
  plugins: [react(), laraTheme(), leanTable()],
  build: {
    outDir: path.resolve(import.meta.dirname, 'dist/dashboard'),
    emptyOutDir: true,
    target: modern,
    cssTarget: modern,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    port: 4201,
    proxy: { '/api': { target: 'http://127.0.0.1:4200', changeOrigin: false } },
  },
});
