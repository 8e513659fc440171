import { useEffect, useState } from 'react';
import type { Permission } from '../../../domain/kernel/rights/permissions.js';

type Words = Readonly<Record<Permission, string>>;
let words: Words | null = null;

/** A sentence that explains why a permission is denied; null if it is not. Its texts load on the first denial. */
export function useDenial(permission: Permission | null): string | null {
  const [lastKnown, setKnown] = useState(words);
  const isNeeded = permission !== null && lastKnown === null;
  useEffect(() => {
    if (!isNeeded) return;
    void import('../../../domain/kernel/rights/permission-labels.js').then(
      ({ permissionLabels }) => setKnown((words = permissionLabels)),
      () => undefined, // the plain sentence remains
    );
  }, [isNeeded]);
  if (permission === null) return null;
  const label = lastKnown?.[permission] ?? 'Do this';
  return `You do not have permission to ${label.charAt(0).toLowerCase()}${label.slice(1)}.`;
}
