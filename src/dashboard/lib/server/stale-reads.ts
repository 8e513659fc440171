import { type Topic, topics as known } from '../../../domain/kernel/topics.js';

/** A topic that makes reads stale; `*` stands for any topic. */
export type StaleTopic = Exclude<Topic, 'progress'> | '*';

/** Whether this version of the dashboard knows a topic: a server of another version may publish others. */
export const isStaleTopic = (topic: string): topic is StaleTopic =>
  topic === '*' || (topic !== 'progress' && Object.hasOwn(known, topic));

/** The reads each topic makes stale, as path prefixes, whatever the source of the topic. */
export const getReads = (topic: StaleTopic): readonly string[] => (topic === '*' ? ['/api/'] : known[topic].stale);

/**
 * The initial values of a form that creates one record: reloaded when it opens again, and refused once the record
 * exists.
 */
const FIRST_VALUES = 'GET /api/invoice/draft/';

/** Whether topics make a read, `['GET /api/…', input]`, stale; reads about a deleted record are not repeated. */
export function isStale(key: unknown, topics: readonly StaleTopic[], deletedId: string | null): boolean {
  if (!Array.isArray(key)) return false;
  if (deletedId !== null && JSON.stringify(key).includes(JSON.stringify(deletedId))) return false;
  const call = String(key[0]);
  if (call.startsWith(FIRST_VALUES)) return false;
  return topics.some((topic) => getReads(topic).some((path) => call.startsWith(`GET ${path}`)));
}
