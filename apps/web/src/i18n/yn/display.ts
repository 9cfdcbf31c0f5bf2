import type { display as english } from '../en/display.ts';
import type { Shape } from '../shape.ts';

export const display: Shape<typeof english> = {
  valuation: {
    title: 'Đơn vị định giá',
    text: 'Chọn đồng tiền dùng để hiển thị tổng tài sản. Chỉ thay đổi cách hiển thị, không thay đổi những gì bạn có.',
    rate: 'Tỷ giá: {age}',
    demo: 'Tỷ giá demo: {age}',
    old: 'Tỷ giá cũ: {age}',
    missing: 'Hiện không có tỷ giá {currency}; đang hiển thị bằng {shown}',
    noRates: 'Hiện không có tỷ giá của đồng tiền khác.',
    perUsdt: '{currency} trên mỗi USDT',
    perUsdtTitle: 'Đồng tiền khác, theo tỷ giá USDT',
  },
  zone: {
    label: 'Múi giờ',
    change: 'Múi giờ: {zone}. Đổi',
    device: 'Theo thiết bị này',
    deviceShort: 'Tại chỗ',
    search: 'Tìm thành phố hoặc múi giờ',
    none: 'Không tìm thấy múi giờ',
    text: 'Dùng cho mọi thời gian trong ứng dụng và biểu đồ. Ngày của sàn, như ngày thanh toán và lãi hằng ngày, vẫn theo UTC.',
  },
};
