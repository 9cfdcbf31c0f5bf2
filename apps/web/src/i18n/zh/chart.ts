import type { chart as english } from '../en/chart.ts';
import type { Shape } from '../shape.ts';

export const chart: Shape<typeof english> = {
  label: '{symbol} 价格图表',
  spotOf: 'K 线为 {symbol} 现货成交。合约自身的价格见页面顶部。',
  interval: '周期',
  intervals: {
    line: '分时',
    '1m': '1分',
    '5m': '5分',
    '30m': '30分',
    '1h': '1时',
    '1d': '日',
    '1w': '周',
    '1M': '月',
  },
  full: '全屏',
  leaveFull: '退出全屏',
  indicators: '指标',
  orders: '我的订单',
  empty: '还没有价格。首笔成交后将出现第一根K线。',
  legend: {
    time: '时间：',
    open: '开：',
    high: '高：',
    low: '低：',
    close: '收：',
    volume: '量：',
    change: '涨跌：',
  },
};
