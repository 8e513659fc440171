/** What this tab remembers while its person is at the provider's page. */
const FLOW = 'sso-flow';
/** Whether the last sign-in on this device was by the provider. */
const USED = 'sso-used';

export const rememberFlow = (flow: string): void => sessionStorage.setItem(FLOW, flow);

/** The flow of this tab, once; empty if it began none. */
export function takeFlow(): string {
  const flow = sessionStorage.getItem(FLOW) ?? '';
  sessionStorage.removeItem(FLOW);
  return flow;
}

export const noteSsoUse = (): void => localStorage.setItem(USED, 'yes');

export const forgetSsoUse = (): void => localStorage.removeItem(USED);

export const wasSsoUsed = (): boolean => localStorage.getItem(USED) !== null;
