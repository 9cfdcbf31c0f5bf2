import type { NoticeTexts } from './notice-text.ts';

export const yn: NoticeTexts = {
  welcome: {
    title: 'Tallystick đã mở cửa',
    summary: 'Bạn có thể làm gì ở đây, và chi phí ghi ở đâu.',
    paragraphs: [
      'Bạn có thể giao dịch coin, giữ hợp đồng vĩnh cửu, mua quyền chọn giây, gửi ủy thác lấy lãi và đăng ký coin mới. Mỗi trang cho biết hiện có những gì.',
      'Lệnh giới hạn, lệnh thị trường và lệnh dừng được khớp theo giá rồi theo thời gian. Mọi biểu mẫu đều hiện phí trước khi gửi.',
      'Bạn không cần tin kết quả nào: mỗi kết quả nêu dữ liệu đã dùng, và máy của chính bạn tính lại.',
    ],
  },
  'checkable-books': {
    title: 'Sổ sách ai cũng kiểm tra được',
    summary: 'Thanh khắc đếm liên quan gì đến một sàn giao dịch.',
    paragraphs: [
      'Thanh khắc đếm được chẻ đôi, mỗi bên giữ một nửa và không bên nào tự sửa được con số. Sàn này ghi sổ theo cách đó.',
      'Mỗi số dư là tổng các bút toán kép, và tổng của mỗi loại tiền luôn bằng không. Mỗi mức giá của chỉ số đều được đánh số và mang dấu vân tay của mức giá trước, nên không thể viết lại về sau.',
      'Không có lệnh nào ấn định được giao dịch, giá hay kết quả, dù là khách hàng hay người vận hành.',
    ],
  },
  'house-liquidity': {
    title: 'Ai ở phía bên kia',
    summary: 'Sàn báo giá theo cùng quy tắc với mọi người.',
    paragraphs: [
      'Để luôn có người giao dịch cùng bạn, sàn đặt các lệnh thông thường quanh giá chỉ số. Chúng xếp cùng hàng với lệnh của bạn và trả cùng mức phí.',
      'Khi không có giá mới, sàn rút các lệnh đó cho đến khi có giá trở lại.',
    ],
  },
  'demo-funds': {
    title: 'Đây là bản dùng thử',
    summary: 'Tiền ở đây không có thật: hãy thử mọi thứ.',
    paragraphs: [
      'Mọi số dư đều là tiền dùng thử. Bạn có thể nhận mỗi ngày một lần ở trang tài sản.',
      'Giá được mô phỏng, phát lại hoặc lấy từ các sàn thật, như dấu hiệu ở đầu trang cho biết. Các nhà giao dịch dùng thử trong sổ lệnh là chương trình.',
    ],
  },
};
