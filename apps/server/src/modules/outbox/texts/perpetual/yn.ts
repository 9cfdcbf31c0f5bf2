import type { PerpetualTexts } from './text.ts';

export const yn: PerpetualTexts = {
  perpetualNearLiquidation: {
    subject: '{symbol}: sắp bị thanh lý',
    paragraphs: [
      'Vị thế {position} của {symbol} sắp bị thanh lý. Giá đánh dấu là {mark}, giá thanh lý là {liquidation}.',
      'Hãy thêm ký quỹ hoặc đóng một phần để giữ vị thế. Bạn chỉ được báo một lần cho đến khi vị thế hồi phục.',
    ],
    sms: 'Tallystick: vị thế {position} của {symbol} sắp bị thanh lý: giá đánh dấu {mark}, giá thanh lý {liquidation}.',
  },
  perpetualTakeProfit: {
    subject: '{symbol}: đã chốt lời',
    paragraphs: [
      'Lệnh chốt lời của vị thế {position} ({symbol}) được kích hoạt ở giá đánh dấu {mark} và đóng ở giá trung bình {price}.',
      'Kết quả của vị thế sau phí và funding: {profit} USDT.',
    ],
    sms: 'Tallystick: đã chốt lời vị thế {position} ({symbol}) ở {price}. Kết quả: {profit} USDT.',
  },
  perpetualStopLoss: {
    subject: '{symbol}: đã cắt lỗ',
    paragraphs: [
      'Lệnh cắt lỗ của vị thế {position} ({symbol}) được kích hoạt ở giá đánh dấu {mark} và đóng ở giá trung bình {price}.',
      'Kết quả của vị thế sau phí và funding: {profit} USDT.',
    ],
    sms: 'Tallystick: đã cắt lỗ vị thế {position} ({symbol}) ở {price}. Kết quả: {profit} USDT.',
  },
  perpetualToppedUp: {
    subject: '{symbol}: đã tự động thêm ký quỹ',
    paragraphs: [
      'Đã thêm {amount} USDT từ tài khoản hợp đồng của bạn vào ký quỹ của vị thế {position} của {symbol}, vì giá đánh dấu {mark} lẽ ra đã thanh lý vị thế.',
      'Giờ vị thế bị thanh lý ở {liquidation}. Hạn mức còn {left} USDT; dùng hết thì vị thế bị thanh lý.',
    ],
    sms: 'Tallystick: đã thêm {amount} USDT ký quỹ vào vị thế {position} của {symbol}. Hạn mức còn {left} USDT.',
  },
  perpetualLiquidated: {
    subject: '{symbol}: vị thế bị thanh lý',
    paragraphs: [
      'Vị thế {position} của {symbol} bị thanh lý ở giá đánh dấu {mark}: vốn của vị thế không còn đủ ký quỹ duy trì.',
      '{returned} USDT ký quỹ đã được trả lại cho bạn. Ứng dụng hiển thị mọi con số dùng để tính.',
    ],
    sms: 'Tallystick: vị thế {position} của {symbol} bị thanh lý ở giá đánh dấu {mark}. Trả lại {returned} USDT.',
  },
  perpetualDeleveraged: {
    subject: '{symbol}: vị thế bị giảm tự động',
    paragraphs: [
      'Vị thế {position} của {symbol} bị giảm {lots} lô ở giá {price}, vì sổ lệnh và quỹ bảo hiểm không đủ cho một vị thế bị thanh lý ở phía đối diện.',
      'Lợi nhuận của các lô này thuộc về bạn. Ứng dụng hiển thị mọi con số dùng để tính.',
    ],
    sms: 'Tallystick: vị thế {position} của {symbol} bị giảm tự động {lots} lô ở giá {price}.',
  },
  perpetualFundingReceived: {
    subject: 'Nhận phí funding: {amount} USDT',
    paragraphs: [
      'Các hợp đồng đang mở của bạn ({positions}) nhận {amount} USDT phí funding.',
      'Phí funding được trả giữa vị thế mua và bán mỗi 8 giờ. Ứng dụng liệt kê từng khoản kèm tỷ lệ.',
    ],
    sms: 'Tallystick: các hợp đồng đang mở của bạn nhận {amount} USDT phí funding.',
  },
  perpetualFundingPaid: {
    subject: 'Trả phí funding: {amount} USDT',
    paragraphs: [
      'Các hợp đồng đang mở của bạn ({positions}) trả {amount} USDT phí funding.',
      'Phí funding được trả giữa vị thế mua và bán mỗi 8 giờ. Ứng dụng liệt kê từng khoản kèm tỷ lệ.',
    ],
    sms: 'Tallystick: các hợp đồng đang mở của bạn trả {amount} USDT phí funding.',
  },
};
