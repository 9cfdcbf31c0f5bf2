import { told, type TellTexts } from './text.ts';

export const jp: TellTexts = {
  orderBought: told(
    '{symbol}：{quantity} {base} を買いました',
    '注文 {order} が平均価格 {price} で {quantity} {base} を買いました。',
  ),
  orderSold: told(
    '{symbol}：{quantity} {base} を売りました',
    '注文 {order} が平均価格 {price} で {quantity} {base} を売りました。',
  ),
  contractBought: told(
    '{symbol} 先物：{quantity} {base} を買いました',
    '先物注文 {order} が平均価格 {price} で {quantity} {base} を買いました。',
  ),
  contractSold: told(
    '{symbol} 先物：{quantity} {base} を売りました',
    '先物注文 {order} が平均価格 {price} で {quantity} {base} を売りました。',
  ),
  ordersFilled: told(
    '{count} 件の注文が約定しました',
    '最新のものは {symbol} です。すべての約定はアプリの履歴で確認できます。',
  ),
  alertRose: told('{symbol} が {price} まで上昇しました', 'アラートで設定した価格 {level} に達しました。'),
  alertFell: told('{symbol} が {price} まで下落しました', 'アラートで設定した価格 {level} に達しました。'),
  alertChange: told('{symbol}：アラート設定時から {percent}%', '現在の価格は {price} です。'),
  alertDayChange: told('{symbol}：24時間で {percent}%', '現在の価格は {price} です。'),
  alertFunding: told('{symbol}：資金調達率は {rate}% です', 'アラートで設定した {percent}% に達しました。'),
  chatAnswered: told('サポートから返信があります', 'チャットに返信が届いています。'),
  pushTest: told('この端末に通知が届きます', 'これからは、設定で選んだ内容がこの端末に届きます。'),
};
