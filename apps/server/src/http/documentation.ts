import type { Call } from '@tallystick/protocol';
import { httpStatus, type ErrorCode } from '@tallystick/protocol';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';

const failure = z.object({
  type: z.enum(['error', '999']),
  code: z.string(),
  message: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** Any call may answer these. */
const COMMON: readonly ErrorCode[] = ['invalid_input', 'missing_field', 'rate_limited', 'internal_error'];

/** Customers' calls and the desk's alike. */
type DescribedCall = Omit<Call, 'tag'> & { readonly tag: string };

const BYTES = z.file();

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's schema for the documentation page, made when somebody opens it: no start waits for a few hundred. */
    describe?: () => FastifySchema;
  }
}

/** What the documentation page shows of a call; `parseInput` does the validation. */
export function describeCall(call: DescribedCall, readsQuery: boolean): FastifySchema {
  const codes = [
    ...(call.auth === 'session' ? (['session_invalid'] as const) : []),
    ...(call.idempotent === true ? (['idempotency_key_required', 'idempotency_key_reused'] as const) : []),
    ...(call.errors ?? []),
    ...COMMON,
  ];
  const success = z.object({
    type: z.literal('ok'),
    code: z.literal(1),
    message: z.string(),
    data: call.output,
  });
  const listed = codes.map(code => `\`${code}\` (${httpStatus(code)})`).join(', ');
  const schema: Record<string, unknown> = {
    summary: call.summary,
    description: [
      call.idempotent === true
        ? 'Send an `Idempotency-Key` header: repeating the call is safe, and gets the first answer again. A refusal of the exchange uses the key up, too: to try again, take another. What is turned away before that (malformed, unauthorised, busy) leaves it free. `outcome_unknown` (503) says that it may have been done: its `idempotency_key`, sent again, brings the answer.'
        : '',
      `Codes: ${listed}.`,
    ]
      .filter(line => line !== '')
      .join('\n\n'),
    tags: [call.tag],
    [readsQuery ? 'querystring' : 'body']: call.input,
    response: { 200: success, default: failure },
  };
  const bytes = call.binary ?? call.streamed;
  if (bytes !== undefined) {
    const content = Object.fromEntries(bytes.map(type => [type, { schema: BYTES }]));
    schema['response'] = { 200: { description: 'The bytes', content }, default: failure };
  }
  if (call.file !== undefined) {
    schema['body'] = (call.input as z.ZodObject).extend({ [call.file]: BYTES });
    schema['consumes'] = ['multipart/form-data'];
  } else if (!readsQuery) schema['consumes'] = ['application/x-www-form-urlencoded', 'application/json'];
  if (call.auth !== 'none')
    schema['security'] = call.auth === 'session' ? [{ token: [] }] : [{ token: [] }, {}];
  return schema as FastifySchema;
}

/** OpenAPI from the schemas that calls are validated with, shown at `/api/docs`. Register before the first call. */
export async function registerDocumentation(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tallystick',
        version,
        description:
          'Every reply is an envelope: `{"type":"ok","code":1,"message":"","data":…}`, or ' +
          '`{"type":"error","code":"…","message":"…","data":{…}}` with the message in the language of the `lang` ' +
          'header (zh, en, hk, jp, kr, esp, th, yn); `"type":"999"` when the session is not valid any more. ' +
          'Amounts and prices are decimal strings.',
      },
      components: {
        securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } },
      },
    },
    transform: document => {
      const { schema, route } = document;
      return jsonSchemaTransform({ ...document, schema: route.config?.describe?.() ?? schema });
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // More than a hundred calls: folded by tag, with a field to filter them.
    uiConfig: { docExpansion: 'none', filter: true, deepLinking: false },
  });
}
