import { defineModule } from '../../module/module.ts';
import { Pictures, type PicturesOptions } from './service.ts';

/** Pictures that customers hand in. */
export function createPictures(options: PicturesOptions & { readonly pictureLimitBytes: number }) {
  const pictures = new Pictures(options);
  return defineModule({
    name: 'pictures',
    pictures,
    calls(register) {
      register(
        'POST upload',
        ({ kind }, { session, file }) => pictures.upload(session.customerId, kind, file),
        {
          fileLimitBytes: options.pictureLimitBytes,
        },
      );
      register('GET picture', (input, { session }) => pictures.readOwn(session.customerId, input.picture_id));
      register('POST picture/remove', async (input, { session }) => {
        await pictures.remove(session.customerId, input.picture_id);
        return { removed: true };
      });
    },
    forgetOld: () => pictures.forgetOld(),
  });
}
