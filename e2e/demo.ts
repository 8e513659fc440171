import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { open, openBrowser, openSession, type TestBrowser } from './browser.js';
import { makeDemoPlace } from './demo-place.js';
import { signInToApi, start, type Call, type Place, type RunningServer } from './product.js';

/** A running demo installation and a browser, shared by the tests of a file. */
export interface Demo {
  readonly place: Place;
  /** A test that stops the server assigns a new one here. */
  server: RunningServer;
  readonly browser: TestBrowser;
  /** Opens a screen in a new browser, in a session of a user; `signIn` in `browser.ts` types into the form. */
  openAs(userName: string, path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Signs in and returns a function that calls the API as a user. */
  callAs(userName: string): Promise<Call>;
}

/**
 * Serves a copy of the demo before the tests of a file and removes it after them. Fails a test that leaves a fault in
 * the browser. `prepare` gets the folder before the server starts. Use its parts only in hooks and tests.
 */
export function useDemo(prepare: (place: Place) => Promise<void> = () => Promise.resolve()): Demo {
  const demo = {} as { -readonly [Part in keyof Demo]: Demo[Part] };
  beforeAll(async () => {
    demo.place = await makeDemoPlace();
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
  demo.openAs = async (userName, path = '/', options = {}) => {
    const address = options.baseURL ?? demo.server.address;
    const page = await demo.browser.page(address, { ...options, storageState: await openSession(address, userName) });
    await open(page, path);
    return page;
  };
  demo.callAs = (userName) => signInToApi(demo.server.address, userName);
  return demo;
}
