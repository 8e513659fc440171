// The source of the benchmark `pull`: run by fork(), it sends its address, then serves the rows of each message.
import { startFeedServer } from '../../src/domain/imports/feed/testing/feed-server.js';
import { getChanging } from './feed.js';

const server = await startFeedServer();
process.on('message', ({ which, count }: { which: 'before' | 'after'; count: number }) => {
  server.rows = getChanging(count, which);
  process.send?.('ready');
});
process.once('disconnect', () => process.exit());
process.send?.(server.url);
