import type { records as english } from '../en/records.ts';
import type { Shape } from '../shape.ts';

export const records: Shape<typeof english> = {
  title: 'Nhật ký công khai',
  text: 'Những gì chúng tôi công bố ở lại đây mãi mãi: được ký, đánh số, mỗi bản ghi nối với bản trước. Ai cũng có thể giữ bản sao và thấy nếu nó từng bị viết lại.',
  open: 'Xem nhật ký công khai',
  all: 'Tất cả',
  kind: 'Loại bản ghi',
  cosigned: '{count} trên {all} nhân chứng',
  signed: 'bản ghi. Đã ký {age}',
  none: 'Chưa có gì được ký.',
  noWitnesses: 'Ở đây chưa có nhân chứng độc lập nào ký nhật ký này.',
  state: {
    checking: 'Đang so với những gì thiết bị này từng thấy …',
    first: 'Lần đầu ghé thăm. Đầu cây đã ký được giữ ở đây và so sánh lần sau.',
    waiting:
      'Đến nay chỉ dài thêm. Chưa đủ nhân chứng ký đầu cây mới nhất; thiết bị này giữ đầu cây trước đó.',
    same: 'Đã so {age} với những gì thiết bị này từng thấy: nhật ký chỉ dài thêm.',
  },
  witnesses: 'Nhân chứng',
  witnessesText: 'Các chương trình độc lập chỉ ký nhật ký đã dài thêm. Thiết bị này cần {need} trong số đó.',
  witnessesChanged:
    'Sàn nêu các nhân chứng khác, hoặc cần ít hơn, so với lần đầu thiết bị này xem. Thiết bị vẫn tính theo các nhân chứng khi đó.',
  witnessNever: 'Chưa ký',
  witnessSigned: '{size} bản ghi, {age}',
  own: 'Giữ bản sao hoặc làm nhân chứng bằng chương trình của riêng bạn:',
  empty: 'Chưa có bản ghi loại này',
  more: 'Xem thêm',
  number: 'Số',
  time: 'Thời gian',
  hash: 'Mã băm',
  entry: 'Nguyên văn được băm',
  verdict: {
    right: 'Đã kiểm tra trên thiết bị này: thuộc nhật ký đã ký gồm {size} bản ghi.',
    wrong: 'Bản ghi này không khớp nhật ký đã ký. Hãy giữ lại và hỏi.',
    waiting: 'Đã tính lại mã băm. Đầu cây tiếp theo mà thiết bị này tin sẽ bao gồm nó.',
  },
  kinds: {
    price_head: 'Đầu nhật ký giá',
    journal_head: 'Đầu sổ nhật ký',
    audit_head: 'Đầu nhật ký kiểm toán',
    liabilities: 'Những gì chúng tôi nợ',
    reserves: 'Những gì chúng tôi giữ',
    launch_list: 'Danh sách đợt phát hành',
    terms: 'Điều khoản',
    notice: 'Thông báo đổi điều khoản',
    source: 'Chương trình đang chạy',
    books: 'Mã băm toàn bộ sổ sách',
    profit_withdrawal: 'Lợi nhuận đã rút',
  },
};
