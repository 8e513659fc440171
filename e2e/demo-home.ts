import type { TestProject } from 'vitest/node';
import { makePlace, start } from './product.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The data of a demo installation after its first start; test files work on copies of it. */
    demoHome: string;
  }
}

/** Creates the demo installation that the tests copy: copying is far faster than creating another one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const place = await makePlace();
  const demo = await start(place, 'demo', '--months', '0');
  await demo.stop();
  project.provide('demoHome', place.env['SHEDWORKS_HOME'] ?? '');
  return () => place.remove();
}
