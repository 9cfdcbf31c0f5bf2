import { notice, type NotificationTexts } from './text.ts';

export const hk: NotificationTexts = {
  orderBought: notice(
    '{symbol}：已買入 {quantity} {base}',
    '訂單 {order} 以均價 {price} 買入了 {quantity} {base}。',
  ),
  orderSold: notice(
    '{symbol}：已賣出 {quantity} {base}',
    '訂單 {order} 以均價 {price} 賣出了 {quantity} {base}。',
  ),
  contractBought: notice(
    '{symbol} 合約：已買入 {quantity} {base}',
    '合約訂單 {order} 以均價 {price} 買入了 {quantity} {base}。',
  ),
  contractSold: notice(
    '{symbol} 合約：已賣出 {quantity} {base}',
    '合約訂單 {order} 以均價 {price} 賣出了 {quantity} {base}。',
  ),
  ordersFilled: notice('{count} 筆訂單已成交', '最新一筆屬於 {symbol}。全部成交可在應用程式的紀錄中查看。'),
  alertRose: notice('{symbol} 已升至 {price}', '價格已達到您提醒所設的 {level}。'),
  alertFell: notice('{symbol} 已跌至 {price}', '價格已達到您提醒所設的 {level}。'),
  alertChange: notice('{symbol}：自設定提醒以來 {percent}%', '目前價格為 {price}。'),
  alertDayChange: notice('{symbol}：24 小時升跌 {percent}%', '目前價格為 {price}。'),
  alertFunding: notice('{symbol}：資金費率為 {rate}%', '費率已達到您提醒所設的 {percent}%。'),
  chatAnswered: notice('客服已回覆', '聊天中有一則回覆等您查看。'),
  pushTest: notice('此裝置已開啟推送', '由現在起，您在設定中選擇的事項會推送到此裝置。'),
};
