import {
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
  startTransition,
  useEffect,
  useState,
} from 'react';

/** A component that loads its code; `meanwhile` is shown until then, by default nothing. */
export type LazyComponent<P> = FunctionComponent<P & { readonly meanwhile?: ReactNode }> & {
  /** Loads the code ahead; a failure appears when the component is shown. */
  readonly prefetch: () => void;
};

/**
 * A component whose code loads when it is first shown. If that fails, the error boundary gets the error, and the next
 * attempt to show it loads again. React's own `lazy` needs `Suspense`, which shows nothing new for 300 ms after each
 * placeholder: a screen of three such parts took a second with everything at hand.
 */
export function loadLazily<P extends object>(load: () => Promise<ComponentType<P>>): LazyComponent<P> {
  let Loaded: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;
  const begin = () =>
    (loading ??= load().then(
      (component) => {
        Loaded = component;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));
  const prefetch = () => void begin().catch(() => undefined);
  function Lazy({ meanwhile = null, ...props }: P & { readonly meanwhile?: ReactNode }) {
    const [outcome, setOutcome] = useState<{ readonly error?: unknown }>({});
    const isLoaded = Loaded !== undefined;
    if (!isLoaded) prefetch();
    useEffect(() => {
      if (isLoaded) return;
      begin().then(
        () => startTransition(() => setOutcome({})), // drawn in slices
        (error: unknown) => setOutcome({ error }),
      );
    }, [isLoaded]);
    if ('error' in outcome) throw outcome.error;
    return Loaded ? <Loaded {...(props as unknown as P)} /> : meanwhile; // all but `meanwhile` are its own
  }
  return Object.assign(Lazy, { prefetch });
}
