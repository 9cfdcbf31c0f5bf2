import type { installed as english } from '../en/installed.ts';
import type { Shape } from '../shape.ts';

export const installed: Shape<typeof english> = {
  later: '後で',
  version: {
    title: '新しいバージョンの準備ができました',
    text: 'お好きなときに読み込めます。失われるものはありません。',
    act: '今すぐ読み込む',
    busy: '送信した操作の応答を待っています。',
  },
  install: {
    title: 'アプリをインストール',
    text: 'ホーム画面から開けて、通信がないときも表示でき、約定や入金をお知らせします。',
    act: 'インストール',
  },
  /** For browsers that cannot show an install prompt. */
  apple: {
    share: 'ブラウザの共有ボタンをタップします。',
    add: '「ホーム画面に追加」を選びます。',
    open: 'ホーム画面から Tallystick を開きます。',
  },
  shared: {
    nothing: '共有された内容はここでは開けません。',
  },
};
