import { defineModule } from '../../module/module.ts';
import { pictureCalls } from './routes.ts';
import { Pictures, type PicturesOptions } from './service.ts';

/** Pictures that customers hand in. */
export function createPictures(options: PicturesOptions & { readonly pictureLimitBytes: number }) {
  const pictures = new Pictures(options);
  return defineModule({
    name: 'pictures',
    pictures,
    calls: pictureCalls(pictures, options.pictureLimitBytes),
    forgetOld: () => pictures.forgetOld(),
  });
}
