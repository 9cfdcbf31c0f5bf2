import { defineModule } from '../../module/module.ts';
import { PeriodicJob } from '../../timekeeping/periodic-job.ts';
import { pictureCalls } from './routes.ts';
import { SealedPictures, type SealedPicturesOptions } from './sealed-pictures.ts';
import { Pictures } from './service.ts';

const TIDIED_EVERY_MS = 60_000;

/** Pictures that customers hand in, and where all pictures lie. */
export function createPictures(options: SealedPicturesOptions & { readonly pictureLimitBytes: number }) {
  const sealedPictures = new SealedPictures(options);
  const pictures = new Pictures({ ...options, sealedPictures });
  const tidying = new PeriodicJob(() => sealedPictures.tidy(), {
    everyMs: TIDIED_EVERY_MS,
    log: options.log,
    failure: 'deleted pictures are not yet gone from the object store, or others not yet moved there',
  });
  return defineModule({
    name: 'pictures',
    pictures,
    sealedPictures,
    calls: pictureCalls(pictures, options.pictureLimitBytes),
    start: () => tidying.start(),
    async forgetOld() {
      await pictures.forgetOld();
      await sealedPictures.findUnknown();
      await tidying.now();
    },
  });
}
