import type { OptionTexts } from './text.ts';

export const yn: OptionTexts = {
  optionStaleEntry: {
    subject: 'Đã hoàn tiền: {amount} {currency}',
    paragraphs: [
      'Sau khi bạn mua quyền chọn {option} ({seconds} giây), không có giá mới của {symbol} kịp thời nên quyền chọn không bắt đầu. Tiền đã trở lại tài khoản quyền chọn của bạn.',
      'Biên nhận của quyền chọn cho thấy đã có những giá nào.',
    ],
    sms: 'Tallystick: quyền chọn {option} không có giá mới. {amount} {currency} đã trở lại tài khoản quyền chọn của bạn.',
  },
  optionStaleExit: {
    subject: 'Đã hoàn tiền: {amount} {currency}',
    paragraphs: [
      'Khi quyền chọn {option} ({seconds} giây) kết thúc, không có giá mới của {symbol} nên không phân thắng thua. Tiền đã trở lại tài khoản quyền chọn của bạn.',
      'Biên nhận của quyền chọn cho thấy đã có những giá nào.',
    ],
    sms: 'Tallystick: quyền chọn {option} không có giá mới. {amount} {currency} đã trở lại tài khoản quyền chọn của bạn.',
  },
};
