import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { call } from './server/api.js';
import { type Me, useSession } from './server/session.js';

/**
 * A choice of the signed-in user that follows them to every machine (columns, density, theme, menu). It applies at
 * once; a choice that could not be kept is only lost with the page.
 */
export function usePreference<T>(key: string, usual: T): [T, (value: T) => void] {
  const { me } = useSession();
  const { mutate } = useSWRConfig();
  const kept = me?.preferences[key] as T | undefined;
  const save = useCallback(
    (value: T) => {
      const withChoice = (user: Me | undefined) =>
        user && { ...user, preferences: { ...user.preferences, [key]: value } };
      void mutate((asked) => Array.isArray(asked) && asked[0] === 'GET /api/auth', withChoice, { revalidate: false });
      void call('PUT /api/users/preferences', { key, value: value as never }).catch(() => undefined);
    },
    [key, mutate],
  );
  return [kept ?? usual, save];
}
