import type { errors as english } from '../en/errors.ts';
import type { Shape } from '../shape.ts';

export const errors: Shape<typeof english> = {
  unknown: '問題が発生しました。もう一度お試しください。',
  network_error: 'サーバーに接続できません。通信環境を確認して、もう一度お試しください。',
  timeout: 'サーバーの応答に時間がかかりすぎました。もう一度お試しください。',
  bad_reply: 'サーバーの応答を読み取れませんでした。もう一度お試しください。',
  maintenance: 'ただいまメンテナンス中です。しばらくしてからお試しください。',
  session_invalid: 'セッションが終了しました。もう一度ログインしてください。',
  why: '理由を見る',
};
