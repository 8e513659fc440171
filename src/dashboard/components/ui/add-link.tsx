import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { Permission } from '../../../domain/kernel/rights/permissions.js';
import { ActionButton } from './button.js';

/** The primary action of a list: opens the form for a new record; only shown with permission to add one. */
export function AddLink({ permission, href, children }: { permission: Permission; href: string; children: ReactNode }) {
  const [, go] = useLocation();
  return (
    <ActionButton permission={permission} kind="primary" icon="plus" onClick={() => go(href)}>
      {children}
    </ActionButton>
  );
}
