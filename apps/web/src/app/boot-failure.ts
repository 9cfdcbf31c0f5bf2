import type { Language } from '@tallystick/protocol/languages';

/** The message and the button's label. Not in the text files, because those may be what failed to load. */
const WORDS: Readonly<Record<Language, readonly [string, string]>> = {
  zh: ['应用加载失败，请检查网络。', '重新加载'],
  en: ['The app could not be loaded. Check your connection.', 'Reload'],
  hk: ['應用程式載入失敗，請檢查網絡。', '重新載入'],
  jp: ['アプリを読み込めませんでした。接続を確認してください。', '再読み込み'],
  kr: ['앱을 불러오지 못했습니다. 연결을 확인해 주세요.', '새로고침'],
  esp: ['No se pudo cargar la aplicación. Comprueba tu conexión.', 'Recargar'],
  th: ['โหลดแอปไม่สำเร็จ โปรดตรวจสอบการเชื่อมต่อ', 'โหลดใหม่'],
  yn: ['Không tải được ứng dụng. Hãy kiểm tra kết nối.', 'Tải lại'],
};

/** Shown if the app's first files did not load: otherwise the start screen would stay for ever. */
export function showBootFailure(container: HTMLElement, language: Language): void {
  const [text, label] = WORDS[language];
  const said = document.createElement('p');
  said.textContent = text;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', () => void forgetKept().finally(() => window.location.reload()));
  const box = document.createElement('main');
  box.className = 'boot-failure';
  box.setAttribute('role', 'alert');
  box.append(said, button);
  container.replaceChildren(box);
}

/** The app's stored files may be damaged: deletes them, so that a reload fetches all from the server. */
async function forgetKept(): Promise<void> {
  if (!navigator.onLine || !('serviceWorker' in navigator)) return;
  const [registrations, names] = await Promise.all([
    navigator.serviceWorker.getRegistrations(),
    caches.keys(),
  ]);
  await Promise.all([
    ...registrations.map(registration => registration.unregister()),
    ...names.map(name => caches.delete(name)),
  ]);
}
