import type { CorrectionWords } from './text.ts';

export const yn: CorrectionWords = {
  goodwill: {
    subject: 'Chúng tôi đã trả cho bạn {amount} {currency}',
    paragraphs: [
      'Chúng tôi đã trả {amount} {currency} vào tài khoản giao ngay của bạn. {reason}',
      'Ghi chú của chúng tôi: {text}',
    ],
    sms: 'Tallystick: chúng tôi đã trả {amount} {currency} vào tài khoản giao ngay của bạn.',
  },
  goodwillReasons: {
    fault: 'Đã có sai sót từ phía chúng tôi, chúng tôi xin lỗi.',
    late: 'Khoản chi trả chậm hơn đã hứa, chúng tôi xin lỗi.',
    information: 'Chúng tôi đã cung cấp sai thông tin, chúng tôi xin lỗi.',
    courtesy: 'Đây là thiện chí của chúng tôi.',
  },
  announced: {
    subject: 'Khoản nạp sẽ bị thu hồi: {amount} {currency}',
    paragraphs: [
      'Chúng tôi đã ghi nhầm {amount} {currency} cho bạn. {reason} Ghi chú của chúng tôi: {text}',
      'Khoản này sẽ được thu hồi lúc {due} (UTC). Nếu bạn cho rằng không đúng, hãy phản đối trước thời điểm đó trong ứng dụng, tại bản ghi của khoản nạp: sẽ không thu hồi gì cho đến khi hai người khác xem xét lại. Trong thời gian này không thể rút số tiền đó, nhưng vẫn giao dịch được.',
    ],
    sms: 'Tallystick: {amount} {currency} ghi nhầm sẽ bị thu hồi. Bạn có thể phản đối trong ứng dụng.',
  },
  reversalReasons: {
    wrongCustomer: 'Số tiền đó là của người khác.',
    wrongAmount: 'Số tiền không đúng.',
    notReceived: 'Chúng tôi chưa từng nhận được số tiền đó.',
    creditedTwice: 'Khoản nạp đã được ghi hai lần.',
  },
  upheld: {
    subject: 'Đã xem xét phản đối của bạn: {amount} {currency}',
    paragraphs: [
      'Hai người khác đã xem xét phản đối của bạn. {amount} {currency} vẫn sẽ bị thu hồi.',
      'Phần còn thiếu được ghi nợ và các lần nạp {currency} sau sẽ trả. Bộ phận hỗ trợ sẽ giải đáp thắc mắc.',
    ],
    sms: 'Tallystick: sau khi xem xét lại, {amount} {currency} sẽ bị thu hồi. Vui lòng xem ứng dụng.',
  },
  dropped: {
    subject: 'Khoản nạp không bị thu hồi: {amount} {currency}',
    paragraphs: [
      '{amount} {currency} đã thông báo sẽ không bị thu hồi.',
      'Bạn có thể rút toàn bộ số tiền trở lại.',
    ],
    sms: 'Tallystick: {amount} {currency} không bị thu hồi.',
  },
  done: {
    subject: 'Khoản nạp đã bị thu hồi: {amount} {currency}',
    paragraphs: [
      '{amount} {currency} ghi nhầm đã được thu hồi khỏi tài khoản giao ngay của bạn.',
      'Nếu số dư không đủ, phần còn lại được ghi nợ và các lần nạp {currency} sau sẽ trả.',
    ],
    sms: 'Tallystick: {amount} {currency} ghi nhầm đã bị thu hồi.',
  },
};
