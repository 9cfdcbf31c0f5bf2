import { CallFailure } from '../../http/call-failure.ts';
import type { RegisterCall } from '../../http/call-router.ts';
import type { HelpService, Reader } from './service.ts';
import { wireArticle } from './wire.ts';

export const helpRoutes = (help: HelpService) => (register: RegisterCall) => {
  register('GET help/articles', async ({ category }, { language }) => {
    const { articles, mostRead } = await help.list(language, category);
    return { items: [...articles], most_read: [...mostRead] };
  });
  register('GET help/article', async ({ slug, code }, { language, ...caller }) => {
    const wanted = slug !== undefined ? { slug } : code !== undefined ? { code } : null;
    if (wanted === null) throw new CallFailure('missing_field', { field: 'slug' });
    return wireArticle(await help.read(language, readerOf(caller), wanted));
  });
  register('GET help/search', async ({ q }, { language }) => ({ items: await help.search(language, q) }));
  register('POST help/useful', async ({ slug, useful }, caller) => {
    await help.judge(readerOf(caller), slug, useful);
    return { found_useful: useful };
  });
};

function readerOf(caller: {
  readonly session: { readonly customerId: number } | null;
  readonly address: string;
  readonly device: string;
}): Reader {
  return { customerId: caller.session?.customerId ?? null, address: caller.address, device: caller.device };
}
