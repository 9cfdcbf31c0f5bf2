import type { SecurityTexts } from './text.ts';

export const yn: SecurityTexts = {
  securityCode: {
    subject: 'Mã Tallystick của bạn: {code}',
    paragraphs: [
      'Mã xác minh của bạn là {code}. Mã có hiệu lực trong {minutes} phút và chỉ cho một thao tác.',
      'Nhân viên Tallystick không bao giờ hỏi mã này. Nếu bạn không yêu cầu, hãy đổi mật khẩu.',
    ],
    sms: 'Tallystick: {code} là mã xác minh của bạn, có hiệu lực {minutes} phút. Không chia sẻ cho ai.',
  },
  loginLink: {
    subject: 'Đăng nhập trên thiết bị này',
    paragraphs: [
      'Tài khoản của bạn đã bị thử sai mật khẩu quá nhiều lần, nên thiết bị mới cần liên kết này: {link}',
      'Hãy mở liên kết trên thiết bị bạn muốn đăng nhập. Liên kết chỉ dùng được một lần, trong {minutes} phút; sau đó nhập mật khẩu như bình thường.',
      'Nếu bạn không đăng nhập, có người đang đoán mật khẩu của bạn. Họ chưa vào được; đừng mở liên kết này và đừng đưa cho ai.',
    ],
    sms: 'Tallystick: mở {link} trên thiết bị bạn muốn đăng nhập. Chỉ dùng một lần, trong {minutes} phút. Đừng đưa cho ai.',
  },
  loginLinkUnknown: {
    subject: 'Không có tài khoản Tallystick với địa chỉ này',
    paragraphs: [
      'Có người, có thể là bạn, đã yêu cầu liên kết đăng nhập bằng địa chỉ này. Không có tài khoản Tallystick nào với địa chỉ này.',
      'Có thể bạn đã đăng ký bằng địa chỉ khác hoặc số điện thoại. Nếu không phải bạn, hãy bỏ qua thư này.',
    ],
    sms: 'Tallystick: có yêu cầu liên kết đăng nhập, nhưng không có tài khoản nào với số này.',
  },
  operatorInvitation: {
    subject: 'Tài khoản nhân viên của bạn tại Tallystick',
    paragraphs: [
      'Tài khoản nhân viên tên {name} đã được chuẩn bị cho bạn tại Tallystick. Hãy chọn mật khẩu và yếu tố thứ hai tại đây: {invitation}',
      'Liên kết chỉ mở được một lần, trong {hours} giờ, và chỉ của riêng bạn: không đồng nghiệp nào đã thấy hay cần đến nó.',
      'Nếu báo rằng liên kết đã được mở mà không phải bạn, hãy báo ngay cho đồng nghiệp. Nếu bạn không làm việc ở đây, đừng mở.',
    ],
    sms: 'Tallystick: chọn mật khẩu cho tài khoản nhân viên {name}: {invitation} Chỉ mở được một lần, trong {hours} giờ. Đừng đưa cho ai.',
  },
  fundPasswordChanged: {
    subject: 'Mật khẩu rút tiền đã được đặt',
    paragraphs: [
      'Mật khẩu rút tiền của tài khoản bạn vừa được đặt hoặc thay đổi.',
      'Nếu không phải bạn, hãy đóng băng tài khoản trong ứng dụng và liên hệ hỗ trợ.',
    ],
    sms: 'Tallystick: mật khẩu rút tiền của bạn đã được đặt hoặc thay đổi. Nếu không phải bạn, hãy đóng băng tài khoản ngay.',
  },
  twoFactorOn: {
    subject: 'Đã bật xác thực hai lớp',
    paragraphs: [
      'Từ nay đăng nhập vào tài khoản cần mã từ ứng dụng xác thực.',
      'Hãy giữ mã khôi phục ở nơi khác điện thoại. Nếu không phải bạn, hãy liên hệ hỗ trợ ngay.',
    ],
    sms: 'Tallystick: xác thực hai lớp đã được bật. Nếu không phải bạn, hãy liên hệ hỗ trợ ngay.',
  },
  twoFactorOff: {
    subject: 'Đã tắt xác thực hai lớp',
    paragraphs: [
      'Xác thực hai lớp vừa bị tắt, chỉ cần mật khẩu là vào được tài khoản. Rút tiền bị tạm giữ đến {until} (UTC).',
      'Nếu không phải bạn, hãy đóng băng tài khoản trong ứng dụng và liên hệ hỗ trợ.',
    ],
    sms: 'Tallystick: xác thực hai lớp đã bị tắt. Nếu không phải bạn, hãy đóng băng tài khoản ngay.',
  },
  recoveryCodeUsed: {
    subject: 'Một mã khôi phục đã được dùng',
    paragraphs: [
      'Một mã khôi phục của bạn đã được dùng thay ứng dụng xác thực. Số mã còn lại: {left}.',
      'Nếu không phải bạn, hãy đổi mật khẩu và đóng băng tài khoản.',
    ],
    sms: 'Tallystick: một mã khôi phục đã được dùng, còn {left}. Nếu không phải bạn, hãy đóng băng tài khoản.',
  },
  passkeyAdded: {
    subject: 'Đã thêm khóa truy cập',
    paragraphs: [
      'Khóa truy cập “{name}” giờ có thể mở tài khoản của bạn.',
      'Nếu không phải bạn, hãy xóa nó trong trung tâm bảo mật và đổi mật khẩu.',
    ],
    sms: 'Tallystick: đã thêm khóa truy cập “{name}”. Nếu không phải bạn, hãy xóa nó và đổi mật khẩu.',
  },
  passkeyRemoved: {
    subject: 'Đã xóa khóa truy cập',
    paragraphs: [
      'Khóa truy cập “{name}” không còn mở được tài khoản của bạn. Rút tiền bị tạm giữ đến {until} (UTC).',
      'Nếu không phải bạn, hãy đóng băng tài khoản trong ứng dụng và liên hệ hỗ trợ.',
    ],
    sms: 'Tallystick: đã xóa khóa truy cập “{name}”. Nếu không phải bạn, hãy đóng băng tài khoản ngay.',
  },
  newDevice: {
    subject: 'Thiết bị mới đã đăng nhập vào tài khoản của bạn',
    paragraphs: [
      'Ai đó, hy vọng là bạn, vừa đăng nhập từ một thiết bị chúng tôi chưa từng thấy: {device}, địa chỉ {address}.',
      'Nếu không phải bạn, hãy đổi mật khẩu ngay: mọi thiết bị sẽ bị đăng xuất.',
    ],
    sms: 'Tallystick: thiết bị mới đã đăng nhập từ {address}. Nếu không phải bạn, hãy đổi mật khẩu ngay.',
  },
  contactChanged: {
    subject: 'Thông tin liên hệ của tài khoản đã thay đổi',
    paragraphs: [
      '{contact} giờ thuộc về tài khoản của bạn: để đăng nhập, nhận mã và nhận tin như thế này.',
      'Nếu không phải bạn, hãy đóng băng tài khoản trong ứng dụng và liên hệ hỗ trợ.',
    ],
    sms: 'Tallystick: {contact} giờ thuộc về tài khoản của bạn. Nếu không phải bạn, hãy đóng băng tài khoản ngay.',
  },
  accountFrozen: {
    subject: 'Tài khoản của bạn đã bị đóng băng',
    paragraphs: [
      'Mọi thiết bị đã bị đăng xuất, không thể giao dịch, chuyển hay rút. Tiền vẫn là của bạn.',
      'Nếu chính bạn đóng băng, bạn có thể mở lại trong trung tâm bảo mật sau 24 giờ; bộ phận hỗ trợ có thể làm sớm hơn.',
    ],
    sms: 'Tallystick: tài khoản của bạn đã bị đóng băng. Không thể giao dịch hay rút cho đến khi được mở lại.',
  },
  accountUnfrozen: {
    subject: 'Tài khoản của bạn đã mở lại',
    paragraphs: [
      'Tài khoản của bạn không còn bị đóng băng. Bạn có thể giao dịch và rút tiền trở lại.',
      'Nếu không phải bạn, hãy đóng băng lại và liên hệ hỗ trợ.',
    ],
    sms: 'Tallystick: tài khoản của bạn không còn bị đóng băng. Nếu không phải bạn, hãy đóng băng lại ngay.',
  },
  recoveryRequested: {
    subject: 'Có người yêu cầu gỡ xác thực hai lớp của bạn',
    paragraphs: [
      'Một người biết mật khẩu của bạn đã yêu cầu gỡ xác thực hai lớp của tài khoản, kèm thông tin giấy tờ và một tấm ảnh. Hai người sẽ xem xét; sau khi họ đồng ý còn phải chờ thêm {hours} giờ. Việc rút tiền bị tạm giữ cho đến khi xong.',
      'Nếu không phải bạn, hãy dừng tại đây mà không cần đăng nhập: {stop}',
      'Sau đó hãy đổi mật khẩu: người yêu cầu biết mật khẩu đó.',
    ],
    sms: 'Tallystick: có người yêu cầu gỡ xác thực hai lớp của bạn. Không phải bạn? Dừng lại: {stop} và đổi mật khẩu.',
  },
  recoveryApproved: {
    subject: 'Xác thực hai lớp của bạn sẽ được gỡ lúc {ready} (UTC)',
    paragraphs: [
      'Hai người đã đối chiếu giấy tờ và đồng ý. Xác thực hai lớp của tài khoản sẽ được gỡ lúc {ready} (UTC), không sớm hơn. Việc rút tiền bị tạm giữ đến lúc đó và thêm một thời gian nữa.',
      'Nếu bạn không yêu cầu, hãy dừng ngay mà không cần đăng nhập: {stop}',
      'Đăng nhập bằng xác thực hai lớp cũng dừng việc này.',
    ],
    sms: 'Tallystick: xác thực hai lớp của bạn sẽ được gỡ lúc {ready} (UTC). Không phải bạn? Dừng lại: {stop}',
  },
  recoveryCompleted: {
    subject: 'Xác thực hai lớp của bạn đã được gỡ',
    paragraphs: [
      'Thời gian chờ đã hết: giờ chỉ cần mật khẩu là vào được tài khoản, và mọi thiết bị đã bị đăng xuất. Việc rút tiền bị tạm giữ đến {until} (UTC).',
      'Hãy đăng nhập và cài ngay xác thực hai lớp mới. Nếu bạn không yêu cầu, hãy đóng băng tài khoản và liên hệ hỗ trợ.',
    ],
    sms: 'Tallystick: xác thực hai lớp đã được gỡ. Hãy đăng nhập và cài lại. Không phải bạn? Đóng băng tài khoản ngay.',
  },
  recoveryRejected: {
    subject: 'Xác thực hai lớp của bạn vẫn bật',
    paragraphs: [
      'Yêu cầu gỡ xác thực hai lớp của tài khoản không được chấp thuận. Không có gì thay đổi.',
      'Nếu là bạn yêu cầu, lý do hiện ở nơi bạn đăng nhập. Nếu không, hãy đổi mật khẩu: có người biết nó.',
    ],
    sms: 'Tallystick: yêu cầu gỡ xác thực hai lớp không được chấp thuận. Không phải bạn? Hãy đổi mật khẩu.',
  },
  recoveryStopped: {
    subject: 'Việc gỡ xác thực hai lớp đã dừng',
    paragraphs: [
      'Yêu cầu gỡ xác thực hai lớp của tài khoản đã bị dừng. Không có gì thay đổi, và việc rút tiền không còn bị tạm giữ vì lý do này.',
      'Nếu bạn chưa từng yêu cầu, hãy đổi mật khẩu: có người biết nó.',
    ],
    sms: 'Tallystick: việc gỡ xác thực hai lớp đã dừng. Nếu bạn chưa từng yêu cầu, hãy đổi mật khẩu.',
  },
};
