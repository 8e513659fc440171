import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { call, toInput } from './server/api.js';
import { type Me, useSession } from './server/session.js';

/**
 * A preference of the signed-in user, shared by all their devices (columns, density, theme, menu). It applies
 * immediately; if it cannot be saved, it lasts until the page closes.
 */
export function usePreference<T>(key: string, fallback: T): [T, (value: T) => void] {
  const { me } = useSession();
  const { mutate } = useSWRConfig();
  const storedValue = me?.preferences[key] as T | undefined; // only this key stores it
  const save = useCallback(
    (value: T) => {
      const withChoice = (user: Me | undefined) =>
        user && { ...user, preferences: { ...user.preferences, [key]: value } };
      void mutate((key) => Array.isArray(key) && key[0] === 'GET /api/auth', withChoice, { revalidate: false });
      const body = toInput<'PUT /api/users/preferences'>({ key, value });
      void call('PUT /api/users/preferences', body).catch(() => undefined);
    },
    [key, mutate],
  );
  return [storedValue ?? fallback, save];
}

const MOST_RECENT = 5;

/**
 * The signed-in user's recent choices in lists of one kind (`items`), the latest first, and a function to add one.
 * Without a kind, nothing is stored.
 */
export function useRecent(name: string | undefined): [readonly string[], (value: string) => void] {
  const [recent, save] = usePreference<readonly string[]>(`recent:${name ?? ''}`, none);
  const add = (value: string) => {
    if (name === undefined || value === '' || recent[0] === value) return;
    save([value, ...recent.filter((one) => one !== value)].slice(0, MOST_RECENT));
  };
  return [recent, add];
}

const none: readonly string[] = [];
