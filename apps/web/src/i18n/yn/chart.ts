import type { chart as english } from '../en/chart.ts';
import type { Shape } from '../shape.ts';

export const chart: Shape<typeof english> = {
  label: 'Biểu đồ giá {symbol}',
  spotOf: 'Nến của giao dịch giao ngay {symbol}. Giá của chính hợp đồng nằm ở đầu trang.',
  interval: 'Khung thời gian',
  intervals: {
    line: 'Đường',
    '1m': '1m',
    '5m': '5m',
    '30m': '30m',
    '1h': '1h',
    '1d': '1D',
    '1w': '1W',
    '1M': '1M',
  },
  full: 'Toàn màn hình',
  leaveFull: 'Thoát toàn màn hình',
  indicators: 'Chỉ báo',
  orders: 'Lệnh của tôi',
  empty: 'Chưa có giá. Nến đầu tiên xuất hiện cùng giao dịch đầu tiên.',
  legend: {
    time: 'Thời gian: ',
    open: 'Mở: ',
    high: 'Cao: ',
    low: 'Thấp: ',
    close: 'Đóng: ',
    volume: 'Khối lượng: ',
    change: 'Thay đổi: ',
  },
};
