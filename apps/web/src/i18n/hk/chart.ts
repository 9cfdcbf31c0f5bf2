import type { chart as english } from '../en/chart.ts';
import type { Shape } from '../shape.ts';

export const chart: Shape<typeof english> = {
  label: '{symbol} 價格圖表',
  spotOf: 'K 線為 {symbol} 現貨成交。合約自身的價格見頁面頂部。',
  interval: '週期',
  intervals: {
    line: '分時',
    '1m': '1分',
    '5m': '5分',
    '30m': '30分',
    '1h': '1時',
    '1d': '日',
    '1w': '週',
    '1M': '月',
  },
  full: '全螢幕',
  leaveFull: '退出全螢幕',
  indicators: '指標',
  orders: '我的訂單',
  empty: '還沒有價格。首筆成交後將出現第一根K線。',
  legend: {
    time: '時間：',
    open: '開：',
    high: '高：',
    low: '低：',
    close: '收：',
    volume: '量：',
    change: '升跌：',
  },
};
