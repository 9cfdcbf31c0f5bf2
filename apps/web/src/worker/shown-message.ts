import type { PUSH_TOPICS, PushMessage } from '@tallystick/protocol/push-message';
import type { Language } from '@tallystick/protocol/languages';

/** As the protocol has them; the schema itself would be several times the worker. A test keeps the two alike. */
const TOPICS: readonly (typeof PUSH_TOPICS)[number][] = [
  'trades',
  'liquidation',
  'money',
  'alerts',
  'security',
  'chat',
  'news',
];
const TITLE_LENGTH = 120;
const BODY_LENGTH = 600;
const TAG_LENGTH = 64;
const ROUTE = /^\/(?!\/)[\w\-./?=&%]*$/;
const FIELDS = ['v', 'topic', 'title', 'body', 'route', 'tag', 'atMs'];

/** The notices, where whatever could not be read stands, too. */
const NOTICES = '/pages/notice/index';

/** Said in place of what cannot be read: browsers ask that each push shows something. */
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

/** What is given to `showNotification`. */
export interface ShownMessage {
  readonly title: string;
  readonly options: NotificationOptions & {
    readonly data: { readonly route: string };
    readonly timestamp?: number;
    readonly renotify?: boolean;
  };
}

const isText = (value: unknown, min: number, max: number): value is string =>
  typeof value === 'string' && value.length >= min && value.length <= max;

/** The message, exactly as the protocol's `pushMessage` has it; undefined for anything else. */
export function readMessage(text: string | undefined): PushMessage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    // Not from our server, or from one of another time: the neutral text says enough.
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const message: Readonly<Record<string, unknown>> = { ...value };
  if (Object.keys(message).some(field => !FIELDS.includes(field))) return undefined;
  const { v, topic, title, body, route, tag, atMs } = message;
  const fits =
    v === 1 &&
    TOPICS.some(known => known === topic) &&
    isText(title, 1, TITLE_LENGTH) &&
    isText(body, 0, BODY_LENGTH) &&
    isText(route, 1, Infinity) &&
    ROUTE.test(route) &&
    isText(tag, 1, TAG_LENGTH) &&
    Number.isSafeInteger(atMs) &&
    (atMs as number) >= 0;
  return fits ? (message as unknown as PushMessage) : undefined;
}

/** How a push is shown. `icons`: where the app's pictures lie. */
export function shownMessage(text: string | undefined, language: Language, icons: string): ShownMessage {
  const pictures = { icon: `${icons}icon-192.png`, badge: `${icons}badge-96.png` };
  const message = readMessage(text);
  if (!message) {
    const options = { ...pictures, body: SOMETHING_NEW[language], tag: 'news', data: { route: NOTICES } };
    return { title: 'Tallystick', options };
  }
  const { title, body, tag, route, atMs } = message;
  // One that takes the place of another is heard again: it says something else.
  return { title, options: { ...pictures, body, tag, renotify: true, timestamp: atMs, data: { route } } };
}

/** Where a pressed notification leads, whoever made it. */
export function routeOf(data: unknown): string {
  const route = typeof data === 'object' && data !== null && 'route' in data ? data.route : undefined;
  return isText(route, 1, Infinity) && ROUTE.test(route) ? route : NOTICES;
}
