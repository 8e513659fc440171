import type { Plugin } from 'vite';

/**
 * Leaves what a kind of import says about itself (`AboutKind`) of its file, and nothing of the files beside it, so that
 * no code of the server gets into the browser.
 */
export function aboutKinds(): Plugin {
  return {
    name: 'about-kinds',
    enforce: 'pre',
    transform: (code, id) => (id.includes('/src/domain/imports/kinds/') ? leaveAbout(code) : undefined),
  };
}

const ABOUT = /^export const about: AboutKind = \{.*?^\};/ms;

/** The export `about` of a kind's source as JavaScript; nothing where it has none. */
export const leaveAbout = (source: string): string => ABOUT.exec(source)?.[0].replace(': AboutKind', '') ?? '';
