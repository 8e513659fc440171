import { count, countHeading } from '../../../lib/format.js';
import type { Progress } from '../../../lib/server/progress.js';

/** Describes the server's current step: `Reading 10,000 orders`, `Pricing 4,200 of 10,000`, and finally `Finishing`. */
export function stepText({ done, total, step }: Progress): string {
  if (done === 0) return `${step} ${countHeading(total, 'order')}`;
  return done < total ? `${step} ${count(done)} of ${count(total)}` : 'Finishing';
}
