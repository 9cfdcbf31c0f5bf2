import { LANGUAGE_NAMES, type Language } from '@tallystick/protocol/languages';
import { PICTURES } from './icons.ts';
import { MANIFEST_WORDS } from './manifest-words.ts';

const NAME = 'Tallystick';
/** As tokens.css has it without another choice: phones keep it from the day of the installation. */
const BACKGROUND = '#202020';

/** The app's manifest in one language (W3C Web Application Manifest): one app whatever the language, by its id. */
export function manifestIn(language: Language, base: string) {
  const words = MANIFEST_WORDS[language];
  const route = (path: string): string => `${base}#${path}`;
  return {
    id: base,
    name: NAME,
    short_name: NAME,
    description: words.description,
    lang: LANGUAGE_NAMES[language].tag,
    dir: 'ltr',
    start_url: base,
    scope: base,
    display: 'standalone',
    orientation: 'any',
    theme_color: BACKGROUND,
    background_color: BACKGROUND,
    categories: ['finance'],
    icons: PICTURES.filter(({ kind }) => kind === 'plain' || kind === 'maskable').map(
      ({ file, size, kind }) => ({
        src: `${base}${file}`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: kind === 'maskable' ? 'maskable' : 'any',
      }),
    ),
    shortcuts: [
      { name: words.trade, url: route('/pages/trade/index') },
      { name: words.deposit, url: route('/pages/assets/deposit/index') },
      { name: words.wallet, url: route('/pages/assets/index') },
      { name: words.alerts, url: route('/pages/notice/alerts') },
    ],
    // By GET: it also works before there is a worker, and in browsers without one.
    share_target: {
      action: base,
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'share_title', text: 'share_text', url: 'share_url' },
    },
  };
}

export function manifestFile(language: Language): string {
  return `manifest.${language}.webmanifest`;
}
