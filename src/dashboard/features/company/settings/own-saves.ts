import { useEffect, useMemo } from 'react';

type Follow = (revision: number) => void;

/**
 * Forms on one screen that store parts of the same record. Each reports its saves to the others, so that those do not
 * see a conflict.
 */
export interface OwnSaves {
  readonly join: (follow: Follow) => () => void;
  /** The record is now stored as this revision. */
  readonly reportSaved: (revision: number) => void;
}

export const useOwnSaves = (): OwnSaves =>
  useMemo(() => {
    const forms = new Set<Follow>();
    return {
      join: (follow) => {
        forms.add(follow);
        return () => void forms.delete(follow);
      },
      reportSaved: (revision) => forms.forEach((follow) => follow(revision)),
    };
  }, []);

/** Lets a form continue after another form of the screen has saved the same record. */
export function useFollowing(saves: OwnSaves, follow: Follow): void {
  useEffect(() => saves.join(follow));
}
