import { notice, type NotificationTexts } from './text.ts';

export const zh: NotificationTexts = {
  orderBought: notice(
    '{symbol}：已买入 {quantity} {base}',
    '订单 {order} 以均价 {price} 买入了 {quantity} {base}。',
  ),
  orderSold: notice(
    '{symbol}：已卖出 {quantity} {base}',
    '订单 {order} 以均价 {price} 卖出了 {quantity} {base}。',
  ),
  contractBought: notice(
    '{symbol} 合约：已买入 {quantity} {base}',
    '合约订单 {order} 以均价 {price} 买入了 {quantity} {base}。',
  ),
  contractSold: notice(
    '{symbol} 合约：已卖出 {quantity} {base}',
    '合约订单 {order} 以均价 {price} 卖出了 {quantity} {base}。',
  ),
  ordersFilled: notice('{count} 笔订单已成交', '最新一笔属于 {symbol}。全部成交可在应用的记录中查看。'),
  alertRose: notice('{symbol} 已涨到 {price}', '价格已达到您提醒所设的 {level}。'),
  alertFell: notice('{symbol} 已跌到 {price}', '价格已达到您提醒所设的 {level}。'),
  alertChange: notice('{symbol}：自设置提醒以来 {percent}%', '当前价格为 {price}。'),
  alertDayChange: notice('{symbol}：24 小时涨跌 {percent}%', '当前价格为 {price}。'),
  alertFunding: notice('{symbol}：资金费率为 {rate}%', '费率已达到您提醒所设的 {percent}%。'),
  chatAnswered: notice('客服已回复', '聊天中有一条回复等您查看。'),
  pushTest: notice('此设备已开启推送', '从现在起，您在设置中选择的事项会推送到此设备。'),
};
