// Requests one address repeatedly over 16 connections, from its own process and at little cost: bytes are counted, not read.
import net from 'node:net';

const [, , port, path, token, count] = process.argv;
const CONNECTIONS = 16;
const asked = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-auth-token: ${token}\r\n\r\n`);
const length = await firstAnswer();
let left = Number(count);
await Promise.all(Array.from({ length: CONNECTIONS }, work));

function work() {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), '127.0.0.1');
    let got = 0;
    const next = () => (left-- > 0 ? socket.write(asked) : socket.end(resolve));
    socket.on('connect', next).on('error', reject);
    socket.on('data', (bytes) => {
      got += bytes.length;
      if (got > length) reject(new Error('answers differ in length'));
      if (got === length) next((got = 0));
    });
  });
}

/** The number of bytes of an answer, including its head. */
function firstAnswer() {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), '127.0.0.1', () => socket.write(asked));
    let text = '';
    socket.on('error', reject);
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const body = /content-length: (\d+)/i.exec(text)?.[1];
      if (!text.startsWith('HTTP/1.1 200 ') || !body) return reject(new Error(text));
      if (text.length === end + 4 + Number(body)) socket.end(() => resolve(text.length));
    });
  });
}
