export const law = {
  title: 'Điều khoản và rủi ro',
  tabs: {
    agreement: 'Thỏa thuận',
    privacy: 'Riêng tư',
    risk: 'Rủi ro',
  },
  choose: 'Chọn văn bản',
  asked:
    'Đây là phiên bản mới. Hãy đọc và chấp nhận trước khi mở giao dịch mới. Đóng lệnh và rút tiền vẫn được.',
  accept: 'Tôi đã đọc và chấp nhận',
  done: 'Đã chấp nhận. Cảm ơn bạn.',
  accepted: 'Bạn đã chấp nhận bản {version} lúc {at}.',
  versions: 'Các phiên bản',
  first: 'Phiên bản đầu tiên',
  earlier: 'Bạn đang đọc phiên bản cũ, không còn hiệu lực.',
  sign: 'Ký thỏa thuận',
};
