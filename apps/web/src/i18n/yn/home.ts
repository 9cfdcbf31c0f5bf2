import type { home as english } from '../en/home.ts';
import type { Shape } from '../shape.ts';

export const home: Shape<typeof english> = {
  welcome: {
    title: 'Sàn giao dịch mà ai cũng kiểm tra được sổ sách',
    demo: 'Đây là bản dùng thử: giao dịch bằng tiền chơi theo giá thật.',
    live: 'Giao dịch với giá và sổ lệnh bạn tự kiểm tra được.',
  },
  quick: {
    label: 'Lối tắt',
    option: 'Quyền chọn',
    launch: 'Coin mới',
    convert: 'Chuyển đổi',
    referral: 'Mời bạn',
    proof: 'Bằng chứng',
    records: 'Lịch sử',
    verify: 'Danh tính',
    help: 'Trợ giúp',
  },
  banner: {
    label: 'Lời hứa của chúng tôi',
    proof: 'Tự kiểm tra sổ sách của chúng tôi',
    proofText: 'Mỗi bút toán đều có nửa kia, như hai nửa của thẻ tre.',
    option: 'Kết quả không ai bẻ được',
    optionText: 'Giá vào, giá ra và tiền trả đều theo giá công bố. Hãy tự tính lại.',
    trust: 'Lãi để riêng từ ngày đầu',
    trustText: 'Tiền lãi bạn sẽ nhận được để riêng trước khi bắt đầu.',
  },
  search: 'Coin, lệnh hoặc trang',
};
