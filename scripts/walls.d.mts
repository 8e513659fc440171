/** The districts of the domain from the ground up. */
export const districts: readonly string[];
/** Why a file may not import another, both as paths from the root; null where it may. */
export function findWall(file: string, target: string, isType?: boolean): string | null;
