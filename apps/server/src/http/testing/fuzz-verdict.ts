import { ERROR_CODES, httpStatus, type ErrorCode } from '@tallystick/protocol';
import type { FuzzRequest } from './fuzz-requests.ts';
import type { WireReply } from './fuzz-wire.ts';

/** A refusal must be shorter than this: it must not repeat the input. */
const LONGEST_REFUSAL_BYTES = 4_096;

const LARGE_BYTES = 15_000;

/** Codes that an answer with a status of 500 or more may have. */
const UNAVAILABLE: readonly string[] = [
  'busy',
  'clock_stopped',
  'maintenance',
  'market_halted',
  'market_cancel_only',
  'chain_unavailable',
  'archive_unreadable',
  'statement_preparing',
  'not_available',
];

export type Verdict =
  | { readonly outcome: 'accepted' | 'refused' | 'unanswered' }
  | { readonly outcome: 'wrong'; readonly complaint: string };

/** Judges a reply to any request. */
export function judge(request: FuzzRequest, reply: WireReply | null): Verdict {
  if (reply === null) {
    const excused = ['torn', 'ended', 'too long', 'badly chunked'].includes(request.manner);
    // Refused before everything arrived: the rest resets the connection, sometimes before the answer is read.
    return excused || sizeOf(request) > LARGE_BYTES
      ? { outcome: 'unanswered' }
      : { outcome: 'wrong', complaint: 'no answer' };
  }
  const complaint = complaintOf(request, reply);
  if (complaint !== null) return { outcome: 'wrong', complaint };
  return { outcome: reply.status < 400 ? 'accepted' : 'refused' };
}

function sizeOf({ target, headers, body }: FuzzRequest): number {
  const lengths = headers.map(([name, value]) => name.length + value.length);
  return lengths.reduce((sum, length) => sum + length, target.length) + (body?.bytes.length ?? 0);
}

function complaintOf({ method, target }: FuzzRequest, { status, headers, body }: WireReply): string | null {
  const type = headers.get('content-type') ?? '';
  const shown = `${status} ${body.toString('utf8').slice(0, 300)}`;
  const envelope = type.startsWith('application/json') ? envelopeOf(body) : null;
  if (method === 'HEAD') return status >= 500 ? `status ${status}` : null;
  // socket.io answers with its own messages.
  if (target.startsWith('/api/socket.io')) return status >= 500 ? shown : null;
  if (status < 400) return envelope !== null && envelope.type === 'error' ? `an error with ${shown}` : null;
  if (envelope === null) return `no envelope: ${shown}`;
  const { type: kind, code, message } = envelope;
  if (body.length > LONGEST_REFUSAL_BYTES) return `a refusal of ${body.length} bytes`;
  if (!ERROR_CODES.includes(code as ErrorCode) || code === 'internal_error')
    return `an unknown code: ${shown}`;
  if (status >= 500 && !UNAVAILABLE.includes(code as string)) return shown;
  if (status !== httpStatus(code as ErrorCode)) return `another status than the code's: ${shown}`;
  if (kind !== (code === 'session_invalid' ? '999' : 'error')) return `a wrong type: ${shown}`;
  return typeof message === 'string' && /\S/.test(message) ? null : `no words: ${shown}`;
}

function envelopeOf(body: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : null;
  } catch {
    return null;
  }
}
