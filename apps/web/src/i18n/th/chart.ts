import type { chart as english } from '../en/chart.ts';
import type { Shape } from '../shape.ts';

export const chart: Shape<typeof english> = {
  label: 'กราฟราคา {symbol}',
  spotOf: 'แท่งเทียนของการซื้อขายสปอต {symbol} ราคาของสัญญาเองอยู่ด้านบนของหน้า',
  interval: 'ช่วงเวลา',
  intervals: {
    line: 'เส้น',
    '1m': '1m',
    '5m': '5m',
    '30m': '30m',
    '1h': '1h',
    '1d': '1D',
    '1w': '1W',
    '1M': '1M',
  },
  full: 'เต็มจอ',
  leaveFull: 'ออกจากเต็มจอ',
  indicators: 'อินดิเคเตอร์',
  orders: 'คำสั่งของฉัน',
  empty: 'ยังไม่มีราคา แท่งแรกจะปรากฏเมื่อมีการซื้อขายครั้งแรก',
  legend: {
    time: 'เวลา: ',
    open: 'เปิด: ',
    high: 'สูง: ',
    low: 'ต่ำ: ',
    close: 'ปิด: ',
    volume: 'ปริมาณ: ',
    change: 'เปลี่ยนแปลง: ',
  },
};
