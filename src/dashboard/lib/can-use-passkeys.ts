/** Whether this browser supports passkeys for the host of this page. */
export const canUsePasskeys = (host: string | null | undefined): boolean =>
  window.isSecureContext &&
  location.hostname === host &&
  'PublicKeyCredential' in window &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential;
