import type { MessageTexts } from './text.ts';

export const yn: MessageTexts = {
  registerCode: {
    subject: 'Mã Tallystick của bạn: {code}',
    paragraphs: [
      'Chào mừng bạn đến với Tallystick. Mã xác minh của bạn là {code}.',
      'Mã có hiệu lực trong {minutes} phút. Nhân viên Tallystick không bao giờ hỏi mã này.',
      'Nếu bạn không yêu cầu, hãy bỏ qua tin nhắn này.',
    ],
    sms: 'Tallystick: {code} là mã xác minh của bạn, hiệu lực {minutes} phút. Không chia sẻ cho bất kỳ ai.',
  },
  registerExists: {
    subject: 'Bạn đã có tài khoản Tallystick',
    paragraphs: [
      'Có người, có thể là bạn, đã thử mở tài khoản bằng địa chỉ này. Bạn đã có tài khoản: chỉ cần đăng nhập.',
      'Nếu quên mật khẩu, hãy chọn “Quên mật khẩu” ở trang đăng nhập.',
      'Mã được yêu cầu là {code}. Mã có hiệu lực {minutes} phút nhưng không mở được tài khoản thứ hai.',
    ],
    sms: 'Tallystick: bạn đã có tài khoản, hãy đăng nhập. Mã {code} không mở được tài khoản thứ hai.',
  },
  forgetCode: {
    subject: 'Mã Tallystick của bạn: {code}',
    paragraphs: [
      'Bạn đã yêu cầu đặt mật khẩu mới. Mã xác minh của bạn là {code}.',
      'Mã có hiệu lực trong {minutes} phút. Nhân viên Tallystick không bao giờ hỏi mã này.',
      'Nếu bạn không yêu cầu, mật khẩu vẫn giữ nguyên; có thể ai đó đang cố đăng nhập.',
    ],
    sms: 'Tallystick: {code} là mã đặt mật khẩu mới, hiệu lực {minutes} phút. Không chia sẻ cho bất kỳ ai.',
  },
  forgetUnknown: {
    subject: 'Không có tài khoản Tallystick với địa chỉ này',
    paragraphs: [
      'Có người, có thể là bạn, đã yêu cầu đặt mật khẩu mới. Không có tài khoản Tallystick nào dùng địa chỉ này.',
      'Có thể bạn đã đăng ký bằng địa chỉ khác hoặc số điện thoại. Nếu không phải bạn, hãy bỏ qua tin nhắn này.',
    ],
    sms: 'Tallystick: không có tài khoản với số này. Có thể bạn đã đăng ký bằng số khác.',
  },
  passwordChanged: {
    subject: 'Mật khẩu Tallystick của bạn đã được thay đổi',
    paragraphs: [
      'Mật khẩu tài khoản của bạn vừa được thay đổi và mọi phiên đăng nhập đã kết thúc.',
      'Nếu không phải bạn, hãy đặt mật khẩu mới ngay và liên hệ hỗ trợ.',
    ],
    sms: 'Tallystick: mật khẩu của bạn đã được thay đổi. Nếu không phải bạn, hãy đặt lại ngay.',
  },
  basicVerified: {
    subject: 'Xác minh cơ bản của bạn đã hoàn tất',
    paragraphs: [
      'Xác minh cơ bản của bạn đã được duyệt.',
      'Tiếp theo là xác minh nâng cao với ba ảnh: bước này mở tính năng rút tiền và quyền chọn giây.',
    ],
    sms: 'Tallystick: xác minh cơ bản của bạn đã được duyệt.',
  },
  basicRejected: {
    subject: 'Xác minh cơ bản cần bạn xem lại',
    paragraphs: [
      'Xác minh cơ bản của bạn chưa được duyệt.',
      'Mở phần xác minh danh tính trong ứng dụng để xem lý do và những mục cần làm lại. Các mục khác vẫn được giữ.',
    ],
    sms: 'Tallystick: xác minh cơ bản của bạn chưa được duyệt. Vui lòng xem lý do trong ứng dụng.',
  },
  advancedVerified: {
    subject: 'Danh tính của bạn đã được xác minh',
    paragraphs: [
      'Xác minh nâng cao của bạn đã được duyệt. Bạn có thể rút tiền và dùng quyền chọn giây.',
      'Bạn không cần làm gì thêm.',
    ],
    sms: 'Tallystick: danh tính của bạn đã được xác minh. Bạn có thể rút tiền.',
  },
  advancedRejected: {
    subject: 'Xác minh nâng cao cần bạn xem lại',
    paragraphs: [
      'Xác minh nâng cao của bạn chưa được duyệt.',
      'Mở phần xác minh danh tính trong ứng dụng để xem lý do và những ảnh cần chụp lại. Các ảnh khác vẫn được giữ.',
    ],
    sms: 'Tallystick: xác minh nâng cao của bạn chưa được duyệt. Vui lòng xem lý do trong ứng dụng.',
  },
  fundsAsked: {
    subject: 'Hãy cho chúng tôi biết tiền của bạn đến từ đâu',
    paragraphs: [
      'Pháp luật buộc chúng tôi hỏi tiền trong tài khoản của bạn đến từ đâu.',
      'Mở mục xác minh danh tính trong ứng dụng, nói ngắn gọn và thêm ảnh một giấy tờ như phiếu lương hoặc hợp đồng. Trước khi kiểm tra xong, các khoản rút sẽ chờ; giao dịch vẫn tiếp tục.',
    ],
    sms: 'Tallystick: hãy cho biết nguồn tiền của bạn trong ứng dụng. Các khoản rút sẽ chờ đến khi đó.',
  },
};
