import type { AgreementText } from './text.ts';

export const yn: AgreementText = {
  title: 'Thỏa thuận dịch vụ',
  sections: [
    {
      heading: 'Ai có thể dùng Tallystick',
      paragraphs: [
        'Bạn đã đủ tuổi trưởng thành tại nơi cư trú, giao dịch cho chính mình và không bị pháp luật cấm dùng dịch vụ này. Bạn cung cấp thông tin đúng sự thật và luôn cập nhật.',
      ],
    },
    {
      heading: 'Tài khoản của bạn',
      paragraphs: [
        'Hãy giữ kín mật khẩu, mã và thiết bị của bạn. Mọi việc được thực hiện bằng chúng được coi là do bạn làm, cho đến khi bạn yêu cầu đóng băng tài khoản; bạn có thể tự làm việc này bất cứ lúc nào.',
      ],
    },
    {
      heading: 'Tiền của bạn',
      paragraphs: [
        'Mỗi số dư là tổng của các bút toán kép mà bạn có thể đọc. Tài sản bạn gửi là của bạn; chúng tôi không đem cho vay. Tiền chỉ bị đóng băng bởi chính lệnh, yêu cầu và cam kết của bạn, và ứng dụng nêu rõ từng khoản.',
      ],
    },
    {
      heading: 'Giá và kết quả',
      paragraphs: [
        'Giao dịch theo thứ tự ưu tiên giá và thời gian. Giá thanh toán lấy từ chỉ số được công bố, kết quả theo các quy tắc được công bố. Không ai tại Tallystick có thể đặt giá, khớp lệnh hay kết quả, và bạn có thể tự kiểm tra từng điều.',
      ],
    },
    {
      heading: 'Rủi ro',
      paragraphs: [
        'Giá tiền mã hóa biến động nhanh. Hợp đồng vĩnh cửu và quyền chọn giây có thể khiến bạn mất toàn bộ số tiền đặt vào. Chỉ dùng số tiền bạn chấp nhận mất; ứng dụng hiển thị mức lỗ tối đa trước khi bạn gửi lệnh.',
      ],
    },
    {
      heading: 'Nạp và rút',
      paragraphs: [
        'Chỉ gửi mỗi loại coin qua mạng được hiển thị: gửi nhầm mạng hoặc địa chỉ có thể mất. Việc rút tiền do con người kiểm tra và có thể phải chờ; phí, mức tối thiểu và hạn mức được hiển thị trước.',
      ],
    },
    {
      heading: 'Danh tính và quyền riêng tư',
      paragraphs: [
        'Pháp luật yêu cầu chúng tôi biết khách hàng của mình. Giấy tờ của bạn được mã hóa, chỉ bạn và người xét duyệt xem được, và chỉ được lưu trong thời gian pháp luật yêu cầu.',
      ],
    },
    {
      heading: 'Thay đổi và kết thúc',
      paragraphs: [
        'Khi thỏa thuận này thay đổi, bạn sẽ được mời đọc và ký nội dung mới. Bạn có thể đóng tài khoản bất cứ lúc nào khi không còn gì dang dở, và mang theo toàn bộ tiền của mình.',
      ],
    },
  ],
};
