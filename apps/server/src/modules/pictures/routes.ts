import type { RegisterCall } from '../../http/call-router.ts';
import type { Pictures } from './service.ts';

export function registerPictureCalls(
  register: RegisterCall,
  pictures: Pictures,
  fileLimitBytes: number,
): void {
  register('POST upload', ({ kind }, { session, file }) => pictures.upload(session.customerId, kind, file), {
    fileLimitBytes,
  });
  register('GET picture', (input, { session }) => pictures.readOwn(session.customerId, input.picture_id));
  register('POST picture/remove', async (input, { session }) => {
    await pictures.remove(session.customerId, input.picture_id);
    return { removed: true };
  });
}
