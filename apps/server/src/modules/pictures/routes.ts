import type { RegisterCall } from '../../http/call-router.ts';
import type { Pictures } from './service.ts';

export const pictureCalls = (pictures: Pictures, fileLimitBytes: number) => (register: RegisterCall) => {
  register(
    'POST upload',
    async ({ kind }, { session, file }) => {
      const picture = await pictures.upload(session.customerId, kind, file);
      return {
        picture_id: picture.id,
        kind: picture.kind,
        width: picture.width,
        height: picture.height,
        size_bytes: picture.sizeBytes,
        created_at_ms: picture.createdAtMs,
      };
    },
    { fileLimitBytes },
  );
  register('GET picture', (input, { session }) => pictures.readOwn(session.customerId, input.picture_id));
  register('POST picture/remove', async (input, { session }) => {
    await pictures.remove(session.customerId, input.picture_id);
    return { removed: true };
  });
};
