import { outcomeOfStatus, type Outcome } from '@tallystick/protocol/outcome';

/** What kept a call from succeeding before the server could say anything. */
export type TransportCode = 'network_error' | 'timeout' | 'bad_reply' | 'maintenance';

/** A failed call: the server's refusal, or a transport failure with status 0. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Stable code from the server's catalogue, a {@link TransportCode}, or 'session_invalid'. */
  readonly code: string;
  /** HTTP status; 0 when there was no reply. */
  readonly status: number;
  /** Parameters of the refusal, such as the limit that was missed. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, status: number, data: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }

  /** True when asking again might help: no reply, or a server too busy to accept the command. */
  get isTransient(): boolean {
    return outcomeOfStatus(this.status) === 'lost';
  }
}

/**
 * What a failure says of the request: nothing while the outcome is unknown, nor when the server turned it away unread; a
 * refusal stays one under its key, so that the same sent again is meant anew.
 */
export function outcomeOf(error: unknown): Outcome {
  return error instanceof ApiError ? outcomeOfStatus(error.status) : 'answered';
}

/**
 * The input of a form that a refusal is about, given the form's inputs by the server's names for them (or by a code
 * that names no field); undefined when it is about none of them.
 */
export function refusedField(error: unknown, fields: Readonly<Record<string, string>>): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { field } = error.data;
  return fields[typeof field === 'string' ? field : error.code];
}

/** The id by which support finds a failure of ours in the log; undefined for any other. */
export function errorIdOf(error: unknown): string | undefined {
  const id = error instanceof ApiError ? error.data['error_id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** Codes whose sentence says all there is: no article has more. */
const SELF_EXPLAINING: ReadonlySet<string> = new Set(['maintenance', 'session_invalid', 'unknown']);

/** The code by which the help centre explains a failure; undefined where there is nothing more to say. */
export function helpCodeOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || !/^[a-z][a-z0-9_]*$/.test(error.code)) return undefined;
  return SELF_EXPLAINING.has(error.code) ? undefined : error.code;
}
