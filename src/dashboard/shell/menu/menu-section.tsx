import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Icon, type IconName } from '../../components/ui/icon.js';
import { Flyout, useHover } from './flyout.js';
import styles from './side-menu.module.css';

interface MenuSectionProps {
  readonly name: string;
  readonly icon: IconName;
  /** Whether it contains the open page. */
  readonly isHere: boolean;
  /** Whether only the icon is shown, with the entries in a flyout. */
  readonly narrow: boolean;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly children: ReactNode;
}

/** A group of the side menu. It expands below its name or, while the menu is narrow, beside its icon. */
export function MenuSection(props: MenuSectionProps) {
  const { name, isHere, narrow, open, onOpen, children } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const item = useRef<HTMLLIElement>(null);
  const hover = useHover(narrow, item, onOpen);
  const enter = () => {
    flushSync(() => onOpen(true));
    item.current?.querySelector<HTMLElement>('a')?.focus();
  };
  const leave = () => {
    button.current?.focus();
    onOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isButton = event.target === button.current;
    if (event.key === 'ArrowRight' && isButton) enter();
    else if (event.key === 'ArrowLeft' && isButton && open && !narrow) onOpen(false);
    else if (event.key === 'ArrowLeft' && !isButton && !narrow) button.current?.focus();
    else if ((event.key === 'ArrowLeft' || event.key === 'Escape') && narrow && open) leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <li
      ref={item}
      {...hover}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (narrow && !event.currentTarget.contains(event.relatedTarget)) onOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        data-stop={`group-${name}`}
        className={isHere && (narrow || !open) ? `${styles['group']} ${styles['here']}` : styles['group']}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onFocus={(event) => narrow && event.target.matches(':focus-visible') && onOpen(true)}
        onClick={(event) => {
          if (!narrow) onOpen(!open);
          else if (event.detail === 0)
            enter(); // Enter or Space, not a pointer
          else onOpen(true);
        }}
      >
        <Face {...props} />
      </button>
      {open && narrow && (
        <Flyout id={id} anchor={button} title={name}>
          {children}
        </Flyout>
      )}
      {open && !narrow && <ul id={id}>{children}</ul>}
    </li>
  );
}

const Face = ({ name, icon, narrow, open }: MenuSectionProps) => (
  <>
    <Icon name={icon} size={18} />
    <span className={narrow ? 'sr-only' : 'grow'}>{name}</span>
    {!narrow && <Icon name={open ? 'down' : 'right'} size={14} />}
  </>
);
