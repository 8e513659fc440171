import { expect, test } from 'vitest';
import { createKindDriver } from '../../testing/kind-driver.js';
import { useWorld } from '../../testing/world.js';

const world = useWorld();

test.each(['haul-bases', 'shed-labor', 'sheds'])(
  'a size computed by a formula is the size shown: %s recognizes it',
  async (kind) => {
    const { sheets, stage, apply } = createKindDriver(world, kind);
    const [sheet] = await sheets();
    const { id: _, ...first } = (sheet?.rows[0] ?? {}) as Record<string, unknown>;
    const added = await stage([{ Sheet: sheet?.name, ...first, Width: 30.3, Length: 40 }]);
    expect(added.counts).toMatchObject({ new: 1 });
    await apply(added._id);
    const computed = { Sheet: sheet?.name, ...first, Width: 30.299999999999997, Length: 40.00000000000001 };
    expect(await stage([computed])).toMatchObject({ msg: 'Nothing to change.', counts: { unchanged: 1 } });
  },
);
