import type { MoneyTexts } from './text.ts';

export const yn: MoneyTexts = {
  depositPassed: {
    subject: 'Đã ghi có tiền nạp: {amount} {currency}',
    paragraphs: [
      'Khoản nạp {amount} {currency} của bạn đã được ghi có vào tài khoản giao ngay.',
      'Bạn có thể giao dịch ngay.',
    ],
    sms: 'Tallystick: khoản nạp {amount} {currency} của bạn đã được ghi có.',
  },
  depositRejected: {
    subject: 'Tiền nạp không được ghi có: {amount} {currency}',
    paragraphs: [
      'Khoản nạp {amount} {currency} của bạn không thể ghi có. Lý do: {reason}',
      'Bạn có thể khai báo lại với chứng từ rõ hơn hoặc liên hệ hỗ trợ.',
    ],
    sms: 'Tallystick: khoản nạp {amount} {currency} không thể ghi có. Vui lòng xem lý do trong ứng dụng.',
  },
  depositReversed: {
    subject: 'Tiền nạp bị thu hồi: {amount} {currency}',
    paragraphs: [
      'Mạng đã thay khối chứa khoản chuyển {amount} {currency} của bạn nên khoản ghi có bị thu hồi.',
      'Khi khoản chuyển được xác nhận lại, nó sẽ được ghi có lại. Phần đã dùng được ghi nợ cho đến lúc đó.',
    ],
    sms: 'Tallystick: mạng đã hủy khoản chuyển {amount} {currency} nên khoản ghi có bị thu hồi.',
  },
  withdrawalAsked: {
    subject: 'Yêu cầu rút tiền: {amount} {currency}',
    paragraphs: [
      'Có yêu cầu rút {amount} {currency} đến {destination}. Số tiền bị đóng băng cho đến khi có quyết định.',
      'Nếu không phải bạn, hãy hủy lệnh, đóng băng tài khoản trong ứng dụng và liên hệ hỗ trợ ngay.',
    ],
    sms: 'Tallystick: có yêu cầu rút {amount} {currency}. Nếu không phải bạn, hãy đóng băng tài khoản ngay.',
  },
  withdrawalApproved: {
    subject: 'Đã duyệt rút tiền: {amount} {currency}',
    paragraphs: [
      'Lệnh rút {amount} {currency} của bạn đã được duyệt và sắp được gửi.',
      'Nếu không phải bạn, hãy liên hệ hỗ trợ ngay.',
    ],
    sms: 'Tallystick: lệnh rút {amount} {currency} của bạn đã được duyệt.',
  },
  withdrawalSent: {
    subject: 'Đã gửi tiền rút: {amount} {currency}',
    paragraphs: [
      'Khoản rút {amount} {currency} của bạn đã được gửi đến {destination}.',
      'Giao dịch: {transaction}',
    ],
    sms: 'Tallystick: khoản rút {amount} {currency} của bạn đã được gửi.',
  },
  withdrawalRejected: {
    subject: 'Từ chối rút tiền: {amount} {currency}',
    paragraphs: [
      'Lệnh rút {amount} {currency} của bạn bị từ chối. Lý do: {reason}',
      'Toàn bộ số tiền đã khả dụng trở lại.',
    ],
    sms: 'Tallystick: lệnh rút {amount} {currency} bị từ chối. Số tiền đã khả dụng trở lại.',
  },
  withdrawalCancelled: {
    subject: 'Đã hủy rút tiền: {amount} {currency}',
    paragraphs: ['Lệnh rút {amount} {currency} của bạn đã được hủy.', 'Toàn bộ số tiền đã khả dụng trở lại.'],
    sms: 'Tallystick: lệnh rút {amount} {currency} của bạn đã được hủy.',
  },
  withdrawalFailed: {
    subject: 'Không thực hiện được lệnh rút: {amount} {currency}',
    paragraphs: [
      'Chúng tôi đã nhận yêu cầu rút {amount} {currency} của bạn nhưng không thực hiện được.',
      'Tài khoản của bạn không bị trừ tiền. Hãy kiểm tra số dư và yêu cầu lại.',
    ],
    sms: 'Tallystick: không thực hiện được lệnh rút {amount} {currency}. Không có khoản nào bị trừ.',
  },
  addressAdded: {
    subject: 'Đã thêm địa chỉ rút tiền',
    paragraphs: [
      'Địa chỉ {address} ({network}) hiện có trong sổ địa chỉ {currency} của bạn.',
      'Nếu không phải bạn, hãy đóng băng tài khoản trong ứng dụng và liên hệ hỗ trợ ngay.',
    ],
    sms: 'Tallystick: đã thêm địa chỉ rút tiền. Nếu không phải bạn, hãy đóng băng tài khoản ngay.',
  },
  bankCardSaved: {
    subject: 'Đã lưu thẻ ngân hàng',
    paragraphs: [
      'Giờ có thể rút tiền về thẻ ngân hàng {card}.',
      'Nếu không phải bạn, hãy đóng băng tài khoản trong ứng dụng và liên hệ hỗ trợ ngay.',
    ],
    sms: 'Tallystick: đã lưu thẻ ngân hàng {card}. Nếu không phải bạn, hãy đóng băng tài khoản ngay.',
  },
};
