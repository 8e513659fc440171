import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openBrowser, signIn, type Browsing } from './browser.js';
import { demoPlace } from './demo-place.js';
import { as, start, type Call, type Place, type Running } from './product.js';

/** A demo installation that is served, and a browser; one for the tests of a file. */
export interface Demo {
  readonly place: Place;
  /** A test that stops it assigns another one here. */
  server: Running;
  readonly browser: Browsing;
  /** A user at their own machine, signed in, at a screen. */
  signedIn(userName: string, path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Calls of the API as a user. */
  as(userName: string): Promise<Call>;
}

/**
 * Serves a copy of the demo before the tests of a file, and removes it after them; no test may leave a fault in the browser.
 * `prepare` gets the place before it is served. Use its parts in hooks and tests only.
 */
export function useDemo(prepare: (place: Place) => Promise<void> = () => Promise.resolve()): Demo {
  const demo = {} as { -readonly [Part in keyof Demo]: Demo[Part] };
  beforeAll(async () => {
    demo.place = await demoPlace();
    await prepare(demo.place);
    demo.server = await start(demo.place, 'demo');
    demo.browser = await openBrowser();
  });
  afterAll(async () => {
    await demo.browser.close();
    await demo.server.stop();
    await demo.place.remove();
  });
  afterEach(() => expect(demo.browser.faults()).toEqual([]));
  demo.signedIn = async (userName, path, options) => {
    const page = await demo.browser.page(demo.server.address, options);
    await signIn(page, userName, path);
    return page;
  };
  demo.as = (userName) => as(demo.server.address, userName);
  return demo;
}
