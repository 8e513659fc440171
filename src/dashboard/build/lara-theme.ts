import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const ID = 'virtual:lara.css';

/** The parts of Lara that the dashboard uses; the rest is not bundled. */
const families =
  /\.p-(component|disabled|error|icon|link|inputtext|inputnumber|dropdown|calendar|datepicker|checkbox|datatable|column|progressbar|highlight|sortable)\b/;
const unusedClasses =
  /\.p-(button-(help|info|warning|success|secondary|danger|contrast|outlined|text|link|raised|rounded)|inputgroup|splitbutton|float-label|input-filled|column-filter|fluid|multiselect|autocomplete|treeselect|tree|treetable|cascadeselect|paginator)/;

/**
 * Lara's light colors and the tokens of `tokens.css` that replace them, so that one sheet serves light and dark mode.
 */
const tokens: readonly (readonly [RegExp, string])[] = [
  [/(^|;\s*)(color:\s*)#ffffff/g, '$1$2var(--on-accent)'],
  [/#ffffff/g, 'var(--surface)'],
  [/#(f9fafb|f8f8fa|f3f4f6)/g, 'var(--surface-soft)'],
  [/#(eff6ff|dbeafe)/g, 'var(--selected)'],
  [/#(e5e7eb|d1d5db|dee2e6)/g, 'var(--border)'],
  [/#9ca3af/g, 'var(--control-border)'],
  [/#(111827|1f2937|374151|4b5563|212529|495057)/g, 'var(--text)'],
  [/#6b7280/g, 'var(--text-muted)'],
  [/#(3b82f6|2563eb|1d4ed8|326fd1)/g, 'var(--accent)'],
  [/#bfdbfe/g, 'var(--ring)'],
  [/rgba\(59, 130, 246, 0\.\d+\)/g, 'var(--selected)'],
  [/#(e24c4c|f0a9a7)/g, 'var(--danger)'],
  [/0 2px 12px 0 rgba\(0, 0, 0, 0\.1\)/g, 'var(--float-shadow)'],
];

/** Serves PrimeReact's Lara theme as `virtual:lara.css`: only the parts in use, without the web font, in our colors. */
export function laraTheme(): Plugin {
  return {
    name: 'lara-theme',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? applyTheme(readTheme()) : undefined),
  };
}

const readTheme = (): string =>
  fs.readFileSync(
    createRequire(import.meta.url).resolve('primereact/resources/themes/lara-light-blue/theme.css'),
    'utf8',
  );

function applyTheme(css: string): string {
  const rules: string[] = [];
  for (const [, selector = '', body = ''] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const usedSelectors = selector
      .split(',')
      .map((part) => part.trim())
      .filter((part) => families.test(part) && !unusedClasses.test(part));
    if (usedSelectors.length > 0) rules.push(`${usedSelectors.join(',')}{${recolor(body.trim())}}`);
  }
  return `@layer primereact{${rules.join('\n')}}`;
}

const recolor = (body: string): string => tokens.reduce((text, [from, to]) => text.replace(from, to), body);
