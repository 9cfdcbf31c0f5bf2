import type { RegisterCall } from '../../http/call-router.ts';
import type { Documents } from './service.ts';

export function registerDocumentCalls(register: RegisterCall, documents: Documents): void {
  register('GET document/list', (_input, { session, language }) =>
    documents.list(session?.customerId ?? null, language),
  );
  register('GET document/read', (input, { session, language }) =>
    documents.read(session?.customerId ?? null, input, language),
  );
  register('POST document/accept', (input, { session, language }) =>
    documents.accept(session.customerId, input, language),
  );
}
