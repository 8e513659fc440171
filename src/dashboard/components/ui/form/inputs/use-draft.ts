import { useState } from 'react';

interface Draft {
  /** The text to show instead of the value; null without one. */
  readonly draft: string | null;
  readonly put: (text: string | null) => void;
  /** Call when the input loses the focus. */
  readonly leave: () => void;
}

/** The text typed into an input: shown until the input is left, and then only while the value `isInvalid` because of it. */
export function useDraft(isInvalid: boolean): Draft {
  const [text, setText] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  return {
    draft: isLeft && !isInvalid ? null : text,
    put: (next) => {
      setText(next);
      setLeft(false);
    },
    leave: () => setLeft(true),
  };
}
