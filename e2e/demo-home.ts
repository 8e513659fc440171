import type { TestProject } from 'vitest/node';
import { makePlace, start } from './product.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The data of a demo installation that was started once and ended; test files work on copies of it. */
    demoHome: string;
  }
}

/** Makes the demo installation that the tests copy: starting on a copy is far faster than making another. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const place = await makePlace();
  const demo = await start(place, 'demo', '--months', '0');
  await demo.stop();
  project.provide('demoHome', place.env['SHEDWORKS_HOME'] ?? '');
  return () => place.remove();
}
