import path from 'node:path';
import { normalizePath } from 'vite';

/** What a group may ask about the modules of a build. */
interface Build {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const dashboard = path.resolve(import.meta.dirname, '..');

/**
 * Names the chunk of all modules that are loaded whenever one of these modules of the dashboard is: the module, and what
 * it imports, other than with `import()`, directly or not.
 */
function withImports(name: string, ...files: readonly string[]) {
  const found = new Set<string>();
  return {
    debugName: name,
    name: (id: string, build: Build): string | null => {
      if (found.size === 0) {
        for (const file of files) found.add(normalizePath(path.join(dashboard, file)));
        for (const one of found) if (!build.getModuleInfo(one)) throw new Error(`the dashboard does not import ${one}`);
        for (const one of found) build.getModuleInfo(one)?.importedIds.forEach((imported) => found.add(imported));
      }
      return found.has(id) ? name : null;
    },
  };
}

/**
 * What many screens use together is one script: over HTTP/1.1 every file costs a phone a round trip, and the browser a
 * millisecond or more to ask for it. A module belongs to the first group that names it. A list must not need a group
 * with what only forms import, which is why `common` comes before `record`.
 */
export const chunkGroups = [
  { name: 'start', tags: ['$initial' as const] },
  withImports('shell', 'signed-in.tsx'),
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
    ...withImports(
      'common',
      'features/orders/list/company-orders-page.tsx',
      'shell/unread-area.tsx',
      'features/reporting/home/company-home.tsx',
    ),
    minShareCount: 2,
  },
  { ...withImports('record', 'features/orders/form/order-form-page.tsx'), minShareCount: 2 },
];
