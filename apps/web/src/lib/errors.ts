import { outcomeOfStatus, type Outcome } from '@tallystick/protocol/outcome';

/** Why a call failed without an answer of the server. */
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

  /** Whether a retry might help: no reply, or the server was too busy. */
  get isTransient(): boolean {
    return outcomeOfStatus(this.status) === 'lost';
  }
}

/**
 * Whether a failure is final. It is not if the outcome is unknown or the server rejected the request unread. A refusal
 * is final: sending the same request again needs a new key.
 */
export function outcomeOf(error: unknown): Outcome {
  return error instanceof ApiError ? outcomeOfStatus(error.status) : 'answered';
}

/**
 * The form's input that a refusal is about; undefined if it is about none. `fields`: input names, by the server's field
 * name, or by the code of a refusal that names no field.
 */
export function refusedField(error: unknown, fields: Readonly<Record<string, string>>): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { field } = error.data;
  return fields[typeof field === 'string' ? field : error.code];
}

/** The id by which support finds a server failure in the log; undefined for any other. */
export function errorIdOf(error: unknown): string | undefined {
  const id = error instanceof ApiError ? error.data['error_id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** Codes whose message is complete: no help article says more. */
const SELF_EXPLAINING: ReadonlySet<string> = new Set(['maintenance', 'session_invalid', 'unknown']);

/** The code under which the help centre explains a failure; undefined if it has no article. */
export function helpCodeOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || !/^[a-z][a-z0-9_]*$/.test(error.code)) return undefined;
  return SELF_EXPLAINING.has(error.code) ? undefined : error.code;
}
