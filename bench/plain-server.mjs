// Node's bare server, which answers every request with the same JSON text. Prints its port.
import { createServer } from 'node:http';

const answer = process.argv[2] ?? '';
const server = createServer((_, response) => {
  response.setHeader('content-type', 'application/json');
  response.setHeader('content-length', Buffer.byteLength(answer));
  response.end(answer);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
