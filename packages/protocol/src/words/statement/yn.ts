import type { StatementWords } from './words.ts';

export const statement: StatementWords = {
  title: {
    entries: 'Sao kê tài khoản',
    trades: 'Giao dịch khớp lệnh',
    taxes: 'Tổng kết năm',
  },
  running: 'Kỳ này chưa kết thúc: có thể còn thêm mục.',
  kinds: 'Theo loại',
  credits: 'Vào',
  debits: 'Ra',
  fees: 'Phí đã trả',
  product: {
    spot: 'Giao ngay',
    contracts: 'Hợp đồng',
    options: 'Quyền chọn',
    trust: 'Ủy thác',
    launches: 'Coin mới',
    rebates: 'Hoa hồng giới thiệu',
    other: 'Khác',
  },
};
