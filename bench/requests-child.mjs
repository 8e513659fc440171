// Requests one address repeatedly over 16 connections, in a separate process that costs little CPU: it counts bytes and
// does not parse them.
import net from 'node:net';

const [, , port, path, token, count] = process.argv;
const CONNECTIONS = 16;
const requestBytes = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-auth-token: ${token}\r\n\r\n`);
await firstAnswer();
let waiting = Number(count);
// Never sleeps: waking it is charged to the server that answers, and a fast server, which keeps it busy, would not pay.
let working = true;
const stayAwake = () => working && setImmediate(stayAwake);
stayAwake();
await Promise.all(Array.from({ length: CONNECTIONS }, work));
working = false;

function work() {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), '127.0.0.1');
    let bytesLeft = 0;
    const next = () => (waiting-- > 0 ? socket.write(requestBytes) : socket.end(resolve));
    socket.on('connect', next).on('error', reject);
    socket.on('data', (bytes) => {
      bytesLeft = (bytesLeft || getLength(bytes)) - bytes.length; // the counts of calls in headers change their length
      if (bytesLeft < 0 || Number.isNaN(bytesLeft)) reject(new Error('not the answer to one request'));
      if (bytesLeft === 0) next();
    });
  });
}

/** The length of an answer in bytes, including its headers, read from its first bytes. */
function getLength(bytes) {
  const text = bytes.toString('latin1');
  return text.indexOf('\r\n\r\n') + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1]);
}

/** Throws unless the answer is 200. */
function firstAnswer() {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), '127.0.0.1', () => socket.write(requestBytes));
    socket.on('error', reject);
    socket.once('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (!text.startsWith('HTTP/1.1 200 ')) return reject(new Error(text));
      socket.destroy();
      resolve();
    });
  });
}
