export const conditional = {
  offer: {
    order: 'Lệnh có điều kiện',
    position: 'Theo phần, hoặc bám giá',
  },
  offerText: {
    order: 'Chờ giá rồi mới gửi lệnh thị trường hoặc giới hạn. Trước đó không phong tỏa gì.',
    position: 'Nhiều mức chốt lời cho từng phần vị thế này, hoặc lệnh dừng bám theo giá.',
  },
  title: 'Lệnh có điều kiện: {contract}',
  titlePosition: 'Thoát có điều kiện: {contract}',
  kind: 'Loại',
  kinds: {
    stop: 'Dừng',
    takeProfit: 'Chốt lời',
    trailing: 'Bám giá',
  },
  side: 'Mua hoặc bán',
  sides: {
    buy: 'Mua (long)',
    sell: 'Bán (short)',
  },
  waits: {
    buy: {
      rise: 'Mua khi giá tăng đến mức kích hoạt.',
      fall: 'Mua khi giá giảm đến mức kích hoạt.',
    },
    sell: {
      rise: 'Bán khi giá tăng đến mức kích hoạt.',
      fall: 'Bán khi giá giảm đến mức kích hoạt.',
    },
  },
  trails: {
    buy: 'Bám theo giá xuống và mua khi giá tăng đủ khoảng cách.',
    sell: 'Bám theo giá lên và bán khi giá giảm đủ khoảng cách.',
  },
  source: 'Giá theo dõi',
  sources: {
    mark: 'Đánh dấu',
    index: 'Chỉ số',
    last: 'Gần nhất',
  },
  now: '{source} hiện tại: {price}',
  distance: 'Khoảng cách',
  changeUnit: 'Khoảng cách theo {unit}: đổi',
  activation: 'Bám từ ({currency}, có thể để trống)',
  trigger: 'Giá kích hoạt ({currency})',
  placesThen: 'Lệnh sau đó',
  whole: 'Tất cả đang giữ lúc đó',
  lotsOf: 'Lô (trong {lots})',
  noteReduces:
    'Chỉ đóng, nhiều nhất bằng số bạn giữ lúc đó. Trong lúc chờ không phong tỏa gì. Khi kích hoạt, lệnh được kiểm tra như mọi lệnh khác; nếu bị từ chối, bạn sẽ thấy lý do.',
  noteOpens:
    'Mở với {multiple}. Trong lúc chờ không phong tỏa gì. Khi kích hoạt, lệnh được kiểm tra như mọi lệnh khác, kể cả số dư; nếu bị từ chối, bạn sẽ thấy lý do.',
  place: 'Đặt lệnh có điều kiện',
  placed: 'Đã đặt. Đang chờ giá.',
  problem: {
    trigger_required: 'Nhập giá kích hoạt',
    trigger_below: 'Kích hoạt dưới {price}',
    trigger_above: 'Kích hoạt trên {price}',
    distance_required: 'Nhập khoảng cách',
    distance_range: 'Khoảng cách từ {least} đến {most} %',
    price_required: 'Nhập giá',
    price_step: 'Giá theo bước {step}',
    lots_required: 'Nhập số lô',
    lots_too_many: 'Nhiều nhất {most} lô',
  },
  does: {
    open: {
      buy: 'Mua',
      sell: 'Bán',
    },
    reduce: {
      buy: 'Đóng bán',
      sell: 'Đóng mua',
    },
  },
  follows: 'bám từ {from}',
  fires: 'Kích hoạt khi',
  until: 'Đến',
  list: 'Lệnh có điều kiện',
  cancelAll: 'Hủy {count} lệnh có điều kiện?',
  cancelAllText:
    'Lệnh dừng và chốt lời trong số đó không còn bảo vệ bạn. Lệnh trong sổ và vị thế vẫn giữ nguyên.',
  none: 'Chưa có lệnh có điều kiện nào kết thúc',
  noneText: 'Lệnh chờ giá xuất hiện ở đây khi đã kích hoạt hoặc kết thúc.',
  news: {
    fired: '{name} kích hoạt ở {price}',
    refused: '{name} đã kích hoạt, nhưng lệnh bị từ chối: {reason}',
  },
  ended: {
    fired: 'Kích hoạt ở {price}',
    cancelled_by_customer: 'Đã hủy',
    position_closed: 'Vị thế đã đóng',
    expired: 'Hết hạn',
    refused: 'Bị từ chối: {reason}',
  },
};
