import type { installed as english } from '../en/installed.ts';
import type { Shape } from '../shape.ts';

export const installed: Shape<typeof english> = {
  later: '稍後',
  version: {
    title: '新版本已準備好',
    text: '由你決定何時載入，不會遺失任何內容。',
    act: '立即載入',
    busy: '你有一個請求仍在等待回覆。',
  },
  install: {
    title: '安裝應用程式',
    text: '從主畫面直接開啟，沒有網絡時也能查看，並可接收成交和充值提示。',
    act: '安裝',
  },
  /** For browsers that cannot show an install prompt. */
  apple: {
    share: '點按瀏覽器的分享按鈕。',
    add: '選擇「加入主畫面」。',
    open: '從主畫面開啟 Tallystick。',
  },
  shared: {
    nothing: '你分享的內容無法在這裡開啟。',
  },
};
