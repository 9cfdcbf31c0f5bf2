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
    depositReversal: 'Thu hồi khoản nạp',
    goodwill: 'Bồi thường',
    dustConversion: 'Chuyển đổi số dư nhỏ',
    rebate: 'Hoa hồng giới thiệu',
    launchPayment: 'Thanh toán đăng ký mua',
    launchRefund: 'Hoàn tiền đăng ký mua',
    launchRelease: 'Mở khóa từ đăng ký mua',
    perpetualTrade: 'Khớp lệnh hợp đồng',
    perpetualFunding: 'Phí funding',
    perpetualLiquidation: 'Thanh lý',
    perpetualDeleveraging: 'Giảm tự động',
    perpetualOffset: 'Bù trừ vị thế',
    trustInterest: 'Lãi ủy thác',
    trustRedemption: 'Phí phạt rút sớm',
    optionPurchase: 'Mua quyền chọn giây',
    optionPayout: 'Quyền chọn thắng',
    optionRefund: 'Hoàn tiền quyền chọn',
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
