import type { ReactNode } from 'react';

/** A group of inputs under its heading. */
export const InputGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="calculator-group">
    <legend>{title}</legend>
    {children}
  </fieldset>
);
