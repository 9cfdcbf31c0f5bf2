import { MIMEType } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallFailure } from './call-failure.ts';

/** Bytes beyond the file itself: its accompanying texts, and the headers of all parts. */
export const MULTIPART_OVERHEAD_BYTES = 64 * 1024;

const TYPE = 'multipart/form-data';
const MAX_PARTS = 64;

/**
 * Parses forms with files (RFC 7578) into the same kind of body as other forms and JSON: texts, bytes of files, and a
 * list for a repeated field. Replaces parsers registered before in this scope.
 *
 * The body is read completely, like every other, and Node parses it at once. A stream parser must handle each way in
 * which a stranger's body can end too early, and @fastify/multipart did not handle all.
 */
export function readMultipart(
  scope: FastifyInstance,
  options: { readonly files: number; readonly bodyLimit: number },
): void {
  if (scope.hasContentTypeParser(TYPE)) scope.removeContentTypeParser(TYPE);
  const { files, bodyLimit } = options;
  const parse = (request: FastifyRequest, body: Buffer): Promise<Record<string, unknown>> =>
    parseMultipart(body, request.headers['content-type'] ?? '', files);
  scope.addContentTypeParser<Buffer>(TYPE, { parseAs: 'buffer', bodyLimit }, parse);
}

export function isMultipart(request: FastifyRequest): boolean {
  return request.mediaType === TYPE;
}

/** Throws invalid_input for an invalid or incomplete form, more than 64 parts, or more files than allowed. */
export async function parseMultipart(
  body: Buffer,
  contentType: string,
  files: number,
): Promise<Record<string, unknown>> {
  // Each part costs Node some microseconds, and a large body has room for a hundred thousand.
  if (partsIn(body, boundaryOf(contentType)) > MAX_PARTS) throw malformed();
  const headers = { 'content-type': contentType };
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch((cause: unknown) => {
    if (cause instanceof TypeError) throw malformed();
    throw cause;
  });
  // Without a prototype, because the names come from strangers.
  const fields = Object.create(null) as Record<string, unknown>;
  let filesLeft = files;
  for (const [name, entry] of form) {
    const isFile = typeof entry !== 'string';
    if (name === '' || (isFile && filesLeft-- === 0)) throw malformed();
    const value = isFile ? Buffer.from(await entry.arrayBuffer()) : entry;
    const before = fields[name];
    if (before === undefined) fields[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else fields[name] = [before, value];
  }
  return fields;
}

function boundaryOf(contentType: string): string {
  let boundary: string | null = null;
  try {
    boundary = new MIMEType(contentType).params.get('boundary');
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
  }
  if (boundary === null || boundary === '') throw malformed();
  return boundary;
}

/** Number of boundaries in the body, counted to one more than allowed at most. */
function partsIn(body: Buffer, boundary: string): number {
  const delimiter = `--${boundary}`;
  let count = 0;
  // The last one ends the form.
  for (let at = body.indexOf(delimiter); at !== -1 && count <= MAX_PARTS + 1; count++) {
    at = body.indexOf(delimiter, at + delimiter.length);
  }
  return count - 1;
}

function malformed(): CallFailure {
  return new CallFailure('invalid_input');
}
