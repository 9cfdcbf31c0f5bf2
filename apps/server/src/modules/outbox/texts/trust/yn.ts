import type { TrustTexts } from './text.ts';

export const yn: TrustTexts = {
  trustInterest: {
    subject: 'Đã nhận lãi: {amount} {currency}',
    paragraphs: [
      'Khoản gửi của bạn sinh lãi {amount} {currency} trong ngày {day} (UTC). Tiền đã vào tài khoản ủy thác.',
      'Mỗi ngày chỉ được trả một lần, từ số tiền đã để riêng khi bạn mua.',
    ],
    sms: 'Tallystick: khoản gửi của bạn sinh lãi {amount} {currency} trong ngày {day} (UTC).',
  },
  trustCompleted: {
    subject: 'Khoản gửi hoàn tất: đã trả lại {principal} {currency}',
    paragraphs: [
      'Khoản gửi {order} đã đủ {days} ngày. {principal} {currency} lại khả dụng trong tài khoản ủy thác.',
      'Tổng lãi là {interest} {currency}.',
    ],
    sms: 'Tallystick: khoản gửi {order} hoàn tất. {principal} {currency} khả dụng, tổng lãi {interest} {currency}.',
  },
  trustRenewed: {
    subject: 'Khoản gửi được gia hạn: {principal} {currency}',
    paragraphs: [
      'Khoản gửi {order} đã đủ {days} ngày và tiếp tục thành khoản gửi {next} với cùng điều khoản như bạn đã chọn. Lãi nhận được {interest} {currency}.',
      'Bạn có thể tắt tự động gia hạn bất cứ lúc nào.',
    ],
    sms: 'Tallystick: khoản gửi {order} hoàn tất và tiếp tục thành {next}. Lãi {interest} {currency}.',
  },
};
