import { z } from 'zod';
import { DeskError } from './support-desk.js';
import { getErrorCode, toError } from '../objects.js';

const SECOND = 1000;
const API_VERSION = '2025-04';

/**
 * Sends one query to the monday.com GraphQL API and parses `data` with `Answer`. Throws `DeskError`, which never
 * contains the token.
 */
export interface MondayApi {
  ask<A extends z.ZodType>(
    query: string,
    variables: Readonly<Record<string, unknown>>,
    Answer: A,
    timeoutMs: number,
  ): Promise<z.output<A>>;
}

const Reply = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.object({ message: z.string() })).optional(),
  error_message: z.string().optional(),
});

export function mondayApi(url: string, token: string): MondayApi {
  const hideToken = (text: string): string => text.replaceAll(token, '***').slice(0, 500);
  return {
    ask: async (query, variables, Answer, timeoutMs) => {
      const response = await post(url, token, JSON.stringify({ query, variables }), timeoutMs).catch(
        (error: unknown) => {
          throw new DeskError(hideToken(`The support board cannot be reached: ${describeReason(error, timeoutMs)}.`));
        },
      );
      if (response.status === 429)
        throw new DeskError(
          'The support board is limiting requests. Another attempt follows later.',
          getPause(response.retryAfter),
        );
      if (response.status !== 200)
        throw new DeskError(hideToken(`The support board responded with ${response.status}: ${response.text}`));
      const reply = Reply.safeParse(toJson(response.text));
      const reason = reply.data?.errors?.map(({ message }) => message).join('; ') ?? reply.data?.error_message;
      if (reason !== undefined) throw new DeskError(hideToken(`The support board rejected it: ${reason}`));
      const answer = Answer.safeParse(reply.data?.data);
      if (!answer.success) throw new DeskError('The support board sent an unexpected response.');
      return answer.data;
    },
  };
}

async function post(url: string, token: string, body: string, timeoutMs: number) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token, 'api-version': API_VERSION },
    body,
    redirect: 'error', // the token must be sent only to the configured address
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
}

function describeReason(error: unknown, timeoutMs: number): string {
  const { name, message, cause } = toError(error);
  if (name === 'TimeoutError') return `no response within ${timeoutMs / SECOND} seconds`;
  return getErrorCode(cause) ?? message;
}

/** Retry-After in milliseconds, from seconds or a date; one minute if missing or unreadable, at most one hour. */
function getPause(retryAfter: string | null): number {
  const seconds = retryAfter === null ? NaN : Number(retryAfter);
  const delayMs = Number.isFinite(seconds) ? seconds * SECOND : Date.parse(retryAfter ?? '') - Date.now();
  return Math.min(Math.max(Number.isFinite(delayMs) ? delayMs : 60 * SECOND, SECOND), 3600 * SECOND);
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
