import type { RegisterCall } from '../../http/call-router.ts';
import type { Documents } from './service.ts';
import { wireDocument } from './wire.ts';

export const documentRoutes = (documents: Documents) => (register: RegisterCall) => {
  register('GET document/list', async (_input, { session, language }) => {
    const listed = await documents.list(session?.customerId ?? null, language);
    return { items: listed.map(({ name, ...shown }) => ({ document: name, ...shown })) };
  });
  register('GET document/read', async ({ document, version }, { session, language }) => {
    const shown = await documents.read(session?.customerId ?? null, document, version, language);
    return wireDocument(shown, language);
  });
  register('POST document/accept', async (input, { session, language }) => ({
    asked: await documents.accept(session.customerId, input, language),
  }));
};
