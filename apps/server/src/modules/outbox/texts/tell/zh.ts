import { told, type TellTexts } from './text.ts';

export const zh: TellTexts = {
  orderBought: told(
    '{symbol}：已买入 {quantity} {base}',
    '订单 {order} 以均价 {price} 买入了 {quantity} {base}。',
  ),
  orderSold: told(
    '{symbol}：已卖出 {quantity} {base}',
    '订单 {order} 以均价 {price} 卖出了 {quantity} {base}。',
  ),
  contractBought: told(
    '{symbol} 合约：已买入 {quantity} {base}',
    '合约订单 {order} 以均价 {price} 买入了 {quantity} {base}。',
  ),
  contractSold: told(
    '{symbol} 合约：已卖出 {quantity} {base}',
    '合约订单 {order} 以均价 {price} 卖出了 {quantity} {base}。',
  ),
  ordersFilled: told('{count} 笔订单已成交', '最新一笔属于 {symbol}。全部成交可在应用的记录中查看。'),
  alertRose: told('{symbol} 已涨到 {price}', '价格已达到您提醒所设的 {level}。'),
  alertFell: told('{symbol} 已跌到 {price}', '价格已达到您提醒所设的 {level}。'),
  alertChange: told('{symbol}：自设置提醒以来 {percent}%', '当前价格为 {price}。'),
  alertDayChange: told('{symbol}：24 小时涨跌 {percent}%', '当前价格为 {price}。'),
  alertFunding: told('{symbol}：资金费率为 {rate}%', '费率已达到您提醒所设的 {percent}%。'),
  chatAnswered: told('客服已回复', '聊天中有一条回复等您查看。'),
  pushTest: told('此设备已开启推送', '从现在起，您在设置中选择的事项会推送到此设备。'),
};
