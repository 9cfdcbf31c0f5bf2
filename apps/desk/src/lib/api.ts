import type { DeskCallName, DeskInput, DeskOutput } from '@tallystick/protocol/desk';
import { currentToken, setToken } from './session.ts';

const TIMEOUT_MS = 60_000;

/** A call that was refused, or never got an answer (`network_error`). `message` is for people. */
export class DeskError extends Error {
  readonly code: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** HTTP status; 0 when there was no reply. */
  readonly status: number;

  constructor(code: string, message: string, data: Readonly<Record<string, unknown>> = {}, status = 0) {
    super(message);
    this.code = code;
    this.data = data;
    this.status = status;
  }
}

interface Envelope {
  readonly type: 'ok' | 'error' | '999';
  readonly code: string | number;
  readonly message: string;
  readonly data: unknown;
  readonly status: number;
}

/**
 * One call of the desk. Throws DeskError; if the session is over, it is forgotten first. `signal`: aborts waiting for the
 * answer.
 */
export async function callDesk<Name extends DeskCallName>(
  name: Name,
  input: DeskInput<Name>,
  signal?: AbortSignal,
): Promise<DeskOutput<Name>> {
  const [method = 'GET', path = ''] = name.split(' ');
  const headers = ownHeaders();
  let body: string | undefined;
  let query = '';
  if (method === 'GET') {
    query = queryOf(input);
  } else {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(input);
  }
  const envelope = await exchange(`/api/${path}${query}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  });
  return dataOf(envelope, headers) as DeskOutput<Name>;
}

function ownHeaders(): Record<string, string> {
  const token = currentToken();
  const lang = document.documentElement.lang || 'en';
  return token === null ? { lang } : { lang, authorization: token };
}

/** `headers`: those of the call. Throws DeskError. */
function dataOf(envelope: Envelope, headers: Readonly<Record<string, string>>): unknown {
  if (envelope.type === 'ok') return envelope.data;
  const sent = headers['authorization'] ?? null;
  // Only if it is still this session: another may have been opened meanwhile.
  if (envelope.type === '999' && currentToken() === sent) setToken(null);
  throw new DeskError(
    String(envelope.code),
    envelope.message,
    envelope.data as Readonly<Record<string, unknown>>,
    envelope.status,
  );
}

/**
 * Fetches a file, as long as it takes. Throws as {@link callDesk}: `network_error` if it broke off, so that an incomplete
 * file is never saved.
 */
export async function downloadDesk(
  name: 'GET desk/customer_data',
  input: DeskInput<'GET desk/customer_data'>,
): Promise<File> {
  const headers = ownHeaders();
  let response: Response;
  try {
    response = await fetch(`/api/${name.slice('GET '.length)}${queryOf(input)}`, { headers });
    if (response.ok) {
      const fileName = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
      const type = response.headers.get('content-type') ?? '';
      return new File([await response.blob()], fileName ?? 'tallystick', { type });
    }
  } catch (cause) {
    throw new DeskError('network_error', '', { cause: String(cause) });
  }
  dataOf({ ...((await response.json()) as Omit<Envelope, 'status'>), status: response.status }, headers);
  throw new DeskError('network_error', '');
}

/** Uploads a picture for an answer in a chat. Throws as {@link callDesk}. */
export function uploadChatPicture(file: Blob): Promise<DeskOutput<'POST desk/chat_upload'>> {
  return upload('POST desk/chat_upload', file);
}

/** Hands in a bank's document. Throws as {@link callDesk}. */
export function uploadReserveDocument(file: Blob): Promise<DeskOutput<'POST desk/reserve_document'>> {
  return upload('POST desk/reserve_document', file);
}

async function upload<Name extends DeskCallName>(name: Name, file: Blob): Promise<DeskOutput<Name>> {
  const [method = 'POST', path = ''] = name.split(' ');
  const body = new FormData();
  body.set('file', file, 'file');
  const headers = ownHeaders();
  const envelope = await exchange(`/api/${path}`, { method, headers, body });
  return dataOf(envelope, headers) as DeskOutput<Name>;
}

async function exchange(url: string, init: RequestInit): Promise<Envelope> {
  try {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const response = await fetch(url, { ...init, signal });
    return { ...((await response.json()) as Omit<Envelope, 'status'>), status: response.status };
  } catch (cause) {
    throw new DeskError('network_error', '', { cause: String(cause) });
  }
}

function queryOf(input: object): string {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(input)) {
    if (value !== undefined && value !== '') query.set(field, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
