import { type ReactNode, useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { formatMessage } from '../../../lib/server/api.js';

/** The refusal of a sign-in, shown above its fields until one of them changes. */
export function useRefusal<T extends FieldValues>({
  subscribe,
}: Pick<UseFormReturn<T>, 'subscribe'>): {
  readonly refusal: ReactNode;
  readonly refuse: (error: unknown) => void;
} {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => subscribe({ formState: { values: true }, callback: () => setText(null) }), [subscribe]);
  return {
    refusal: text && (
      <div className="notice notice-error" role="alert">
        {text}
      </div>
    ),
    refuse: (error) => setText(formatMessage(error)),
  };
}
