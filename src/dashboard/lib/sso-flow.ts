/** Stores the sign-in flow of this tab while the user is on the provider's page. */
const FLOW = 'sso-flow';
/** Whether the last sign-in on this device used the provider. */
const USED = 'sso-used';

export const rememberFlow = (flow: string): void => sessionStorage.setItem(FLOW, flow);

/** Returns the flow of this tab and removes it; empty if there is none. */
export function takeFlow(): string {
  const flow = sessionStorage.getItem(FLOW) ?? '';
  sessionStorage.removeItem(FLOW);
  return flow;
}

export const noteSsoUse = (): void => localStorage.setItem(USED, 'yes');

export const forgetSsoUse = (): void => localStorage.removeItem(USED);

export const wasSsoUsed = (): boolean => localStorage.getItem(USED) !== null;
