// Requests one address repeatedly over 16 connections, from its own process and at little cost: bytes are counted, not read.
import net from 'node:net';

const [, , port, path, token, count] = process.argv;
const CONNECTIONS = 16;
const asked = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-auth-token: ${token}\r\n\r\n`);
await firstAnswer();
let waiting = Number(count);
await Promise.all(Array.from({ length: CONNECTIONS }, work));

function work() {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), '127.0.0.1');
    let left = 0;
    const next = () => (waiting-- > 0 ? socket.write(asked) : socket.end(resolve));
    socket.on('connect', next).on('error', reject);
    socket.on('data', (bytes) => {
      left = (left || lengthOf(bytes)) - bytes.length; // heads differ where they count calls
      if (left < 0 || Number.isNaN(left)) reject(new Error('not the answer to one request'));
      if (left === 0) next();
    });
  });
}

/** The number of bytes of an answer, including its head, from its first bytes. */
function lengthOf(bytes) {
  const text = bytes.toString('latin1');
  return text.indexOf('\r\n\r\n') + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1]);
}

/** Throws unless requests are answered with 200. */
function firstAnswer() {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), '127.0.0.1', () => socket.write(asked));
    socket.on('error', reject);
    socket.once('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (!text.startsWith('HTTP/1.1 200 ')) return reject(new Error(text));
      socket.destroy();
      resolve();
    });
  });
}
