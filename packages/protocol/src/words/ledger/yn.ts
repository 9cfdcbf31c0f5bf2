import type { LedgerWords } from './words.ts';

export const ledger: LedgerWords = {
  account: {
    spot: 'Giao ngay',
    option: 'Quyền chọn',
    contract: 'Hợp đồng',
    trust: 'Ủy thác',
  },
  reason: {
    faucet: 'Tiền dùng thử',
    deposit: 'Nạp tiền',
    deposit_reversal: 'Thu hồi khoản nạp',
    goodwill: 'Bồi thường',
    dust_conversion: 'Chuyển đổi số dư nhỏ',
    rebate: 'Hoa hồng giới thiệu',
    launch_payment: 'Thanh toán đăng ký mua',
    launch_refund: 'Hoàn tiền đăng ký mua',
    launch_release: 'Mở khóa từ đăng ký mua',
    perpetual_trade: 'Khớp lệnh hợp đồng',
    perpetual_funding: 'Phí funding',
    perpetual_liquidation: 'Thanh lý',
    perpetual_deleveraging: 'Giảm tự động',
    perpetual_offset: 'Bù trừ vị thế',
    trust_interest: 'Lãi ủy thác',
    trust_redemption: 'Phí phạt rút sớm',
    option_purchase: 'Mua quyền chọn giây',
    option_payout: 'Quyền chọn thắng',
    option_refund: 'Hoàn tiền quyền chọn',
    withdrawal: 'Rút tiền',
    transfer: 'Chuyển',
    trade: 'Khớp lệnh',
  },
  side: {
    buy: 'Mua',
    sell: 'Bán',
  },
  entry: {
    account: 'Tài khoản',
    amount: 'Số lượng',
    balanceAfter: 'Số dư sau đó',
    reference: 'Tham chiếu',
  },
  deal: {
    pair: 'Cặp',
    price: 'Giá',
    fee: 'Phí',
  },
};
