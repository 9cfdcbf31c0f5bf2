import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallFailure } from './call-failure.ts';

/** Beyond the file itself: the texts beside it, and the heads of all parts. */
export const MULTIPART_OVERHEAD_BYTES = 64 * 1024;

const TYPE = 'multipart/form-data';
const MAX_PARTS = 64;
const MAX_HEAD_BYTES = 4096;
const CRLF = '\r\n';
const BOUNDARY = /;\s*boundary=(?:"([^"\\]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i;
const BOUNDARY_CHARACTERS = /^[\w'()+,./:=? -]*[\w'()+,./:=?-]$/;
const DISPOSITION = /^content-disposition:[ \t]*form-data[ \t]*(;.*)$/i;
const PARAMETER = /;[ \t]*([\w*-]{1,40})=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))[ \t]*/gy;

interface Part {
  readonly name: string;
  readonly isFile: boolean;
  readonly content: Buffer;
}

/**
 * Reads forms with files (RFC 7578) into the same kind of body that forms without and JSON have: texts, the bytes of
 * files, and a list where a field comes twice. Replaces what was registered before in this scope.
 *
 * The body is read whole, as every other is, and taken apart in one go: a stream parser has to be told about each way
 * in which a stranger's body can end too early, and was not told about all.
 */
export function readMultipart(
  scope: FastifyInstance,
  options: { readonly files: number; readonly bodyLimit: number },
): void {
  if (scope.hasContentTypeParser(TYPE)) scope.removeContentTypeParser(TYPE);
  const { files, bodyLimit } = options;
  const parse = async (request: FastifyRequest, body: Buffer): Promise<Record<string, unknown>> =>
    parseMultipart(body, request.headers['content-type'] ?? '', files);
  scope.addContentTypeParser<Buffer>(TYPE, { parseAs: 'buffer', bodyLimit }, parse);
}

export function isMultipart(request: FastifyRequest): boolean {
  return request.mediaType === TYPE;
}

/** Throws invalid_input for what is no form, breaks off, or has more than 64 parts or more files than allowed. */
export function parseMultipart(body: Buffer, contentType: string, files: number): Record<string, unknown> {
  // Without a prototype: names are whatever was sent.
  const fields = Object.create(null) as Record<string, unknown>;
  let filesLeft = files;
  for (const { name, isFile, content } of partsOf(body, boundaryOf(contentType))) {
    if (isFile && filesLeft-- === 0) throw malformed();
    const value = isFile ? content : textOf(content);
    const before = fields[name];
    if (before === undefined) fields[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else fields[name] = [before, value];
  }
  return fields;
}

function boundaryOf(contentType: string): string {
  const found = BOUNDARY.exec(contentType);
  const boundary = found?.[1] ?? found?.[2] ?? '';
  if (!BOUNDARY_CHARACTERS.test(boundary)) throw malformed();
  return boundary;
}

function* partsOf(body: Buffer, boundary: string): Generator<Part> {
  const delimiter = Buffer.from(`${CRLF}--${boundary}`, 'latin1');
  // The first may stand at the very beginning, without the line end before it.
  let at = body.indexOf(delimiter.subarray(CRLF.length));
  if (at === -1 || (at > 0 && !endsLine(body, at))) throw malformed();
  at += delimiter.length - CRLF.length;
  for (let count = 0; !isText(body, at, '--'); count++) {
    if (count === MAX_PARTS) throw malformed();
    // Blanks may follow a delimiter.
    while (body[at] === 0x20 || body[at] === 0x09) at++;
    if (!isText(body, at, CRLF)) throw malformed();
    const headAt = at + CRLF.length;
    const end = body.indexOf(delimiter, at);
    const headEnd = body.indexOf(CRLF + CRLF, at);
    const contentAt = headEnd + 2 * CRLF.length;
    if (headEnd === -1 || contentAt > end || headEnd - headAt > MAX_HEAD_BYTES) throw malformed();
    yield { ...headOf(body.toString('utf8', headAt, headEnd)), content: body.subarray(contentAt, end) };
    at = end + delimiter.length;
  }
}

function endsLine(body: Buffer, at: number): boolean {
  return isText(body, at - CRLF.length, CRLF);
}

function isText(body: Buffer, at: number, text: string): boolean {
  return body.toString('latin1', Math.max(at, 0), at + text.length) === text;
}

/** What a part is called and whether it is a file, out of its header lines; the others say nothing we use. */
function headOf(head: string): Omit<Part, 'content'> {
  const dispositions = head.split(CRLF).flatMap(line => DISPOSITION.exec(line)?.[1] ?? []);
  const [disposition] = dispositions;
  if (disposition === undefined || dispositions.length > 1) throw malformed();
  const parameters = new Map<string, string>();
  let end = 0;
  for (const [whole, name = '', quoted, plain] of disposition.matchAll(PARAMETER)) {
    parameters.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '');
    end += whole.length;
  }
  if (end !== disposition.length) throw malformed();
  const name = parameters.get('name') ?? '';
  if (name === '') throw malformed();
  return { name, isFile: parameters.has('filename') || parameters.has('filename*') };
}

function textOf(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch (cause) {
    if (cause instanceof TypeError) throw malformed();
    throw cause;
  }
}

function malformed(): CallFailure {
  return new CallFailure('invalid_input');
}
