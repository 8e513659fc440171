import dgram from 'node:dgram';
import dns from 'node:dns';
import { type Resolve, resolveByServers } from '../../../kernel/platform/public-address.js';

/** A name server that answers every name with a chosen address, which may change between queries. */
export interface NameServer {
  readonly resolve: Resolve;
  /** How often it was queried for an IPv4 address. */
  readonly queries: number;
  /** The next IPv4 addresses; the last one is repeated. */
  addresses: string[];
  stop(): void;
}

const HEADER = 12;
const IPV4 = 1;

/** Starts a name server on a free port. */
export async function startNameServer(): Promise<NameServer> {
  const socket = dgram.createSocket('udp4');
  const state = { queries: 0, addresses: ['127.0.0.1'] };
  socket.on('message', (question, from) => {
    const end = question.indexOf(0, HEADER) + 5; // the name, its type and class
    const isIpv4 = question.readUInt16BE(end - 4) === IPV4;
    if (isIpv4) state.queries += 1;
    const [address = ''] = state.addresses.length > 1 && isIpv4 ? state.addresses.splice(0, 1) : state.addresses;
    socket.send(answer(question, end, isIpv4 ? address : null), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const resolver = new dns.promises.Resolver({ timeout: 2000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return Object.assign(state, { resolve: resolveByServers(resolver), stop: () => void socket.close() });
}

/** The answer to a query that ends at `end`: one address with a lifetime of zero, or none. */
function answer(question: Buffer, end: number, address: string | null): Buffer {
  const header = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, address === null ? 0 : 1, 0, 0, 0, 0]);
  question.copy(header, 0, 0, 2);
  const record =
    address === null ? [] : [0xc0, HEADER, 0, IPV4, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)];
  return Buffer.concat([header, question.subarray(HEADER, end), Buffer.from(record)]);
}
