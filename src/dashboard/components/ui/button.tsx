import type { ComponentProps, ReactNode, Ref } from 'react';
import type { Permission } from '../../../domain/kernel/rights/permissions.js';
import { useCan } from '../../lib/server/session.js';
import { Icon, type IconName } from './icon.js';
import { Tooltip } from './overlay/tooltip.js';
import styles from './button.module.css';

export type ButtonKind = 'primary' | 'secondary' | 'danger' | 'text';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'ref'> {
  readonly kind?: ButtonKind;
  readonly icon?: IconName;
  /** Shows only the icon; the children are its accessible name. */
  readonly iconOnly?: boolean;
  readonly small?: boolean;
  /** In progress: cannot be clicked again, and is announced as busy. */
  readonly pending?: boolean;
  /** Why the button is disabled; it stays focusable so that the reason can be read. */
  readonly disabledReason?: string | null;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

/** A button that shows the reason when it is disabled. */
export function Button(props: ButtonProps) {
  const { kind = 'secondary', icon, iconOnly = false, small = false, pending = false, disabledReason = null } = props;
  const {
    className = '',
    onClick,
    children,
    kind: _k,
    icon: _i,
    iconOnly: _o,
    small: _s,
    pending: _p,
    disabledReason: _d,
    ...rest
  } = props;
  const off = pending || disabledReason !== null;
  const classes = `btn btn-${kind}${small ? ' btn-small' : ''}${iconOnly ? ' btn-icon' : ''} ${className}`.trim();
  return (
    <Tooltip text={disabledReason ?? (iconOnly && typeof children === 'string' ? children : null)}>
      {(describedBy) => (
        <button
          type="button"
          {...rest}
          className={classes}
          aria-disabled={off || undefined}
          aria-busy={pending || undefined}
          aria-describedby={disabledReason === null ? rest['aria-describedby'] : describedBy}
          onClick={(event) => (off ? event.preventDefault() : onClick?.(event))}
        >
          {pending ? <span className={styles['spinner']} aria-hidden="true" /> : icon && <Icon name={icon} />}
          <span className={iconOnly ? 'sr-only' : undefined}>{children}</span>
        </button>
      )}
    </Tooltip>
  );
}

export interface ActionButtonProps extends ButtonProps {
  readonly permission: Permission;
  /** False for actions that only read; otherwise disabled for view-only users. */
  readonly write?: boolean;
}

/** A button that the permissions can disable, with the reason; never hidden. Wrap it in `Can` to hide it. */
export function ActionButton({ permission, write = true, disabledReason = null, ...rest }: ActionButtonProps) {
  const { reason } = useCan(permission, { write });
  return <Button {...rest} disabledReason={reason ?? disabledReason} />;
}

/** A toggle button: pressed while the thing it names is shown. */
export function ToggleButton({
  pressed,
  onPressed,
  ...rest
}: ButtonProps & { pressed: boolean; onPressed: (isPressed: boolean) => void }) {
  return <Button {...rest} aria-pressed={pressed} onClick={() => onPressed(!pressed)} />;
}
