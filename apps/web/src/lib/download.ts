import type { CallInput } from '@tallystick/protocol';
import { encodeFields, readEnvelope, requestHeaders, type Fields } from './api-client.ts';
import { ApiError } from './errors.ts';

/** Calls that answer with a file. */
export type FileCall = 'GET statement/file' | 'GET user/own_data';

/** `attachment; filename="a.csv"` → `a.csv`. */
function nameIn(disposition: string | null): string {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'tallystick';
}

/**
 * Fetches a file, as long as it takes; `onBytes` gets the progress. Throws {@link ApiError}: `network_error` if it broke
 * off, so that an incomplete file is never saved.
 */
export async function download<Name extends FileCall>(
  name: Name,
  input: CallInput<Name>,
  options: { readonly signal: AbortSignal; readonly onBytes: (count: number) => void },
): Promise<File> {
  const headers = requestHeaders();
  const address = `/api/${name.slice('GET '.length)}?${encodeFields(input as Fields).toString()}`;
  try {
    const response = await fetch(address, { headers, signal: options.signal });
    if (!response.ok || response.body === null) {
      readEnvelope(response.status, JSON.parse(await response.text()), headers['Authorization']);
      throw new ApiError('bad_reply', '', response.status);
    }
    const type = response.headers.get('content-type') ?? '';
    const parts: BlobPart[] = [];
    let count = 0;
    const reader = response.body.getReader();
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      parts.push(step.value);
      options.onBytes((count += step.value.length));
    }
    return new File(parts, nameIn(response.headers.get('content-disposition')), { type });
  } catch (error) {
    if (error instanceof ApiError || options.signal.aborted) throw error;
    throw new ApiError('network_error', '', 0);
  }
}
