import { notice, type NotificationTexts } from './text.ts';

export const jp: NotificationTexts = {
  orderBought: notice(
    '{symbol}：{quantity} {base} を買いました',
    '注文 {order} が平均価格 {price} で {quantity} {base} を買いました。',
  ),
  orderSold: notice(
    '{symbol}：{quantity} {base} を売りました',
    '注文 {order} が平均価格 {price} で {quantity} {base} を売りました。',
  ),
  contractBought: notice(
    '{symbol} 先物：{quantity} {base} を買いました',
    '先物注文 {order} が平均価格 {price} で {quantity} {base} を買いました。',
  ),
  contractSold: notice(
    '{symbol} 先物：{quantity} {base} を売りました',
    '先物注文 {order} が平均価格 {price} で {quantity} {base} を売りました。',
  ),
  ordersFilled: notice(
    '{count} 件の注文が約定しました',
    '最新のものは {symbol} です。すべての約定はアプリの履歴で確認できます。',
  ),
  alertRose: notice('{symbol} が {price} まで上昇しました', 'アラートで設定した価格 {level} に達しました。'),
  alertFell: notice('{symbol} が {price} まで下落しました', 'アラートで設定した価格 {level} に達しました。'),
  alertChange: notice('{symbol}：アラート設定時から {percent}%', '現在の価格は {price} です。'),
  alertDayChange: notice('{symbol}：24時間で {percent}%', '現在の価格は {price} です。'),
  alertFunding: notice('{symbol}：資金調達率は {rate}% です', 'アラートで設定した {percent}% に達しました。'),
  chatAnswered: notice('サポートから返信があります', 'チャットに返信が届いています。'),
  pushTest: notice('この端末に通知が届きます', 'これからは、設定で選んだ内容がこの端末に届きます。'),
};
