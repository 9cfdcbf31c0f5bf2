import { told, type TellTexts } from './text.ts';

export const yn: TellTexts = {
  orderBought: told(
    '{symbol}: đã mua {quantity} {base}',
    'Lệnh {order} của bạn đã mua {quantity} {base} với giá trung bình {price}.',
  ),
  orderSold: told(
    '{symbol}: đã bán {quantity} {base}',
    'Lệnh {order} của bạn đã bán {quantity} {base} với giá trung bình {price}.',
  ),
  contractBought: told(
    'Hợp đồng {symbol}: đã mua {quantity} {base}',
    'Lệnh hợp đồng {order} của bạn đã mua {quantity} {base} với giá trung bình {price}.',
  ),
  contractSold: told(
    'Hợp đồng {symbol}: đã bán {quantity} {base}',
    'Lệnh hợp đồng {order} của bạn đã bán {quantity} {base} với giá trung bình {price}.',
  ),
  ordersFilled: told(
    '{count} lệnh đã khớp',
    'Lệnh mới nhất thuộc {symbol}. Lịch sử trong ứng dụng liệt kê tất cả.',
  ),
  alertRose: told('{symbol} đã tăng lên {price}', 'Giá đã chạm {level} mà bạn đặt cảnh báo.'),
  alertFell: told('{symbol} đã giảm xuống {price}', 'Giá đã chạm {level} mà bạn đặt cảnh báo.'),
  alertChange: told('{symbol}: {percent}% kể từ khi đặt cảnh báo', 'Giá hiện tại là {price}.'),
  alertDayChange: told('{symbol}: {percent}% trong 24 giờ', 'Giá hiện tại là {price}.'),
  alertFunding: told('{symbol}: tỷ lệ funding là {rate}%', 'Đã chạm {percent}% mà bạn đặt cảnh báo.'),
  chatAnswered: told('Bộ phận hỗ trợ đã trả lời', 'Có câu trả lời đang chờ bạn trong cuộc trò chuyện.'),
  pushTest: told(
    'Thiết bị này đã nhận thông báo',
    'Từ giờ thiết bị này nhận những gì bạn đã chọn trong cài đặt.',
  ),
};
