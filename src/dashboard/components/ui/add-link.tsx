import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { Permission } from '../../../domain/kernel/rights/permissions.js';
import { ActionButton } from './button.js';
import type { IconName } from './icon.js';

interface AddLinkProps {
  readonly permission: Permission;
  readonly href: string;
  readonly icon?: IconName;
  readonly children: ReactNode;
}

/** The primary action of a list: opens the screen that adds to it; only shown with permission to add. */
export function AddLink({ permission, href, icon = 'plus', children }: AddLinkProps) {
  const [, go] = useLocation();
  return (
    <ActionButton permission={permission} kind="primary" icon={icon} onClick={() => go(href)}>
      {children}
    </ActionButton>
  );
}
