import { MIMEType } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallFailure } from './call-failure.ts';

/** Beyond the file itself: the texts beside it, and the heads of all parts. */
export const MULTIPART_OVERHEAD_BYTES = 64 * 1024;

const TYPE = 'multipart/form-data';
const MAX_PARTS = 64;

/**
 * Reads forms with files (RFC 7578) into the same kind of body that forms without and JSON have: texts, the bytes of
 * files, and a list where a field comes twice. Replaces what was registered before in this scope.
 *
 * The body is read whole, as every other is, and Node takes it apart in one go: a stream parser has to be told about each
 * way in which a stranger's body can end too early, and @fastify/multipart was not told about all.
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

/** Throws invalid_input for what is no form, breaks off, or has more than 64 parts or more files than allowed. */
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
  // Without a prototype: names are whatever was sent.
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

/** How often the boundary stands in the body, as far as it matters: one more than allowed at most. */
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
