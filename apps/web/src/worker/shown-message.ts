import type { Language } from '@tallystick/protocol/languages';
import { isPushRoute, readPushMessage } from '@tallystick/protocol/read-push-message';

/** The notices page, which also has the messages that could not be read. */
const NOTICES = '/pages/notice/index';

/** Shown instead of an unreadable message: browsers require that each push shows something. */
const SOMETHING_NEW: Readonly<Record<Language, string>> = {
  zh: '有新消息，请打开应用查看。',
  en: 'There is news for you. Open the app to read it.',
  hk: '有新消息，請開啟應用程式查看。',
  jp: '新しいお知らせがあります。アプリを開いてご確認ください。',
  kr: '새 소식이 있습니다. 앱을 열어 확인해 주세요.',
  esp: 'Hay novedades para ti. Abre la aplicación para leerlas.',
  th: 'มีข่าวใหม่สำหรับคุณ เปิดแอปเพื่ออ่าน',
  yn: 'Có tin mới cho bạn. Hãy mở ứng dụng để đọc.',
};

/** Input of `showNotification`. */
export interface ShownMessage {
  readonly title: string;
  readonly options: NotificationOptions & {
    readonly data: { readonly route: string };
    readonly timestamp?: number;
    readonly renotify?: boolean;
  };
}

/** How a push is shown. `icons`: where the app's pictures lie. */
export function shownMessage(text: string | undefined, language: Language, icons: string): ShownMessage {
  const pictures = { icon: `${icons}icon-192.png`, badge: `${icons}badge-96.png` };
  const message = readPushMessage(text);
  if (!message) {
    const options = { ...pictures, body: SOMETHING_NEW[language], tag: 'news', data: { route: NOTICES } };
    return { title: 'Tallystick', options };
  }
  const { title, body, tag, route, atMs } = message;
  // A notification that replaces another one alerts again, because its text is new.
  return { title, options: { ...pictures, body, tag, renotify: true, timestamp: atMs, data: { route } } };
}

/** Where a pressed notification leads; notifications are not trusted. */
export function routeOf(data: unknown): string {
  const route = typeof data === 'object' && data !== null && 'route' in data ? data.route : undefined;
  return isPushRoute(route) ? route : NOTICES;
}
