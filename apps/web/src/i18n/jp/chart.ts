import type { chart as english } from '../en/chart.ts';
import type { Shape } from '../shape.ts';

export const chart: Shape<typeof english> = {
  label: '{symbol} の価格チャート',
  spotOf: 'ローソク足は {symbol} 現物の取引です。先物自体の価格はページ上部にあります。',
  interval: '時間足',
  intervals: {
    line: 'ライン',
    '1m': '1分',
    '5m': '5分',
    '30m': '30分',
    '1h': '1時間',
    '1d': '日足',
    '1w': '週足',
    '1M': '月足',
  },
  full: '全画面',
  leaveFull: '全画面を終了',
  indicators: 'インジケーター',
  orders: '自分の注文',
  empty: 'まだ価格がありません。最初の約定で最初のローソク足が表示されます。',
  legend: {
    time: '時刻：',
    open: '始値：',
    high: '高値：',
    low: '安値：',
    close: '終値：',
    volume: '出来高：',
    change: '変動：',
  },
};
