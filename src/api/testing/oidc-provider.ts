import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Configuration } from 'oidc-provider';

export const CLIENT_ID = 'shedworks';
export const CLIENT_SECRET = 'the-secret-of-the-client-at-the-provider';

/** A person at the provider: the claims about them, besides their ID. */
export interface Account {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

/** A real OpenID provider on this machine. */
export interface RunningProvider {
  readonly issuer: string;
  /** People by their ID at the provider. Tests add and change them. */
  readonly accounts: Map<string, Account>;
  stop(): Promise<void>;
}

/** Starts a provider whose client redirects to `redirectAddress`. Everyone signs in with their ID and any password. */
export async function startProvider(redirectAddress: string): Promise<RunningProvider> {
  const accounts = new Map<string, Account>();
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configure(redirectAddress, accounts));
  const handle = provider.callback();
  server.on('request', (request, response) => void handle(request, response));
  return { issuer, accounts, stop: () => stop(server) };
}

const configure = (redirectAddress: string, accounts: RunningProvider['accounts']): Configuration => ({
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      redirect_uris: [redirectAddress],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  pkce: { required: () => true },
  scopes: ['openid', 'email', 'profile'],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
  findAccount: (_, id) => {
    const account = accounts.get(id);
    return account && { accountId: id, claims: () => Promise.resolve({ sub: id, ...account }) };
  },
  features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
  ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  cookies: { keys: ['only for tests'] },
});

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

/**
 * Signs in on the provider's pages like a browser, and agrees; returns the query string of the address it redirects
 * to.
 */
export async function visitProvider(address: string, id: string, redirectAddress: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next: { url: string; form?: Record<string, string> } = { url: address };
  for (let steps = 0; steps < 20; steps++) {
    if (next.url.startsWith(redirectAddress)) return new URL(next.url).search.slice(1);
    const response = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form ? { method: 'POST', body: new URLSearchParams(next.form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = response.headers.get('location');
    if (location) next = { url: new URL(location, next.url).href };
    else next = fill(await response.text(), next.url, id);
  }
  throw new Error('the provider did not lead back');
}

/** The form of a page of the provider, filled in. */
function fill(page: string, url: string, id: string) {
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
  const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
  if (!action || !prompt) throw new Error(`the provider shows no form: ${page.slice(0, 500)}`);
  const form: Record<string, string> = prompt === 'login' ? { prompt, login: id, password: 'any' } : { prompt };
  return { url: new URL(action, url).href, form };
}
