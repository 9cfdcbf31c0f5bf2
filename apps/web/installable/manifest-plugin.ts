import { LANGUAGES } from '@tallystick/protocol/languages';
import type { Plugin } from 'vite';
import { drawPicture, PICTURES } from './icons.ts';
import { manifestFile, manifestIn } from './manifest.ts';

const writtenManifest = (language: (typeof LANGUAGES)[number], base: string): string =>
  JSON.stringify(manifestIn(language, base));

/** What makes the app one that can be installed: a manifest for each language, and the pictures they name. */
export function installableApp(): Plugin {
  let base = '/';
  return {
    name: 'installable-app',
    configResolved(config) {
      base = config.base;
    },
    async generateBundle() {
      for (const language of LANGUAGES) {
        const source = writtenManifest(language, base);
        this.emitFile({ type: 'asset', fileName: manifestFile(language), source });
      }
      for (const picture of PICTURES) {
        this.emitFile({ type: 'asset', fileName: picture.file, source: await drawPicture(picture) });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = request.url?.startsWith(base) ? request.url.slice(base.length) : '';
        const language = LANGUAGES.find(known => manifestFile(known) === file);
        const picture = PICTURES.find(known => known.file === file);
        if (language) {
          response.setHeader('content-type', 'application/manifest+json');
          response.end(writtenManifest(language, base));
        } else if (picture) {
          response.setHeader('content-type', 'image/png');
          drawPicture(picture).then(png => response.end(png), next);
        } else next();
      });
    },
  };
}
