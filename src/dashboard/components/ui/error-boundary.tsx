import { Component, type ReactNode, useEffect } from 'react';
import { isOffline, onConnection, useOffline } from '../../lib/server/connection.js';
import { Button } from './button.js';
import styles from './page.module.css';

interface Props {
  /** A new value, such as another address, clears the error. */
  readonly resetKey: string;
  readonly children: ReactNode;
}

/** Shows a message instead of a blank page when rendering fails; the error itself is only in the browser's console. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidUpdate(before: Props): void {
    if (before.resetKey !== this.props.resetKey && this.state.error) this.setState({ error: null });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (/dynamically imported module|module script|preload CSS/i.test(error.message)) return <NotLoaded />;
    return (
      <div className={styles['page']} role="alert">
        <h1>Something went wrong on this page</h1>
        <p>Your saved work is safe. Reload the page, or try again.</p>
        <p className="row">
          <ReloadButton />
          <Button onClick={() => this.setState({ error: null })}>Try again</Button>
        </p>
      </div>
    );
  }
}

const ReloadButton = () => (
  <Button kind="primary" icon="refresh" onClick={() => window.location.reload()}>
    Reload
  </Button>
);

/** A screen whose code could not be loaded; a lost connection may be noticed only a moment later. */
function NotLoaded() {
  if (useOffline()) return <NotHere />;
  return (
    <div className={styles['page']} role="alert">
      <h1>A newer version of this page is available</h1>
      <p>Reload to update.</p>
      <p className="row">
        <ReloadButton />
      </p>
    </div>
  );
}

/** A screen never loaded on this device; it opens when the connection is back. */
function NotHere() {
  useEffect(() => onConnection(() => !isOffline() && window.location.reload()), []);
  return (
    <div className={styles['page']} role="alert">
      <h1>You are offline</h1>
      <p>This screen is not on this device yet. It will open when you are back online.</p>
    </div>
  );
}
