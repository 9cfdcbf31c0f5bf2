export const conditional = {
  offer: {
    order: '条件付き注文',
    position: '分割利確またはトレーリング',
  },
  offerText: {
    order: '価格を待ち、到達すると成行または指値の注文を出します。それまで資金は拘束されません。',
    position: 'このポジションの一部ずつの利確や、価格に追随するストップを置けます。',
  },
  title: '条件付き注文：{contract}',
  titlePosition: '条件付き決済：{contract}',
  kind: '種類',
  kinds: {
    stop: 'ストップ',
    takeProfit: '利確',
    trailing: 'トレーリング',
  },
  side: '買いまたは売り',
  sides: {
    buy: '買い（ロング）',
    sell: '売り（ショート）',
  },
  waits: {
    buy: {
      rise: '価格がトリガーまで上がると買います。',
      fall: '価格がトリガーまで下がると買います。',
    },
    sell: {
      rise: '価格がトリガーまで上がると売ります。',
      fall: '価格がトリガーまで下がると売ります。',
    },
  },
  trails: {
    buy: '下落に追随し、指定の幅だけ上がると買います。',
    sell: '上昇に追随し、指定の幅だけ下がると売ります。',
  },
  source: '監視する価格',
  sources: {
    mark: 'マーク',
    index: '指数',
    last: '最終',
  },
  now: '現在の{source}：{price}',
  distance: '幅',
  changeUnit: '幅の単位は{unit}：変更',
  activation: '追随開始価格（{currency}、空欄可）',
  trigger: 'トリガー価格（{currency}）',
  placesThen: '発動後の注文',
  whole: 'その時の保有すべて',
  lotsOf: '枚数（保有 {lots}）',
  noteReduces:
    '決済のみで、その時の保有数が上限です。待機中は何も拘束されません。発動時に注文は通常どおり審査され、拒否された場合は理由が表示されます。',
  noteOpens:
    '{multiple} で建てます。待機中は何も拘束されません。発動時に注文は資金も含めて通常どおり審査され、拒否された場合は理由が表示されます。',
  place: '条件付き注文を出す',
  placed: '注文を受け付けました。価格を待っています。',
  problem: {
    trigger_required: 'トリガー価格を入力してください',
    trigger_below: 'トリガーは {price} より下',
    trigger_above: 'トリガーは {price} より上',
    distance_required: '幅を入力してください',
    distance_range: '幅は {least}～{most} %',
    price_required: '価格を入力してください',
    price_step: '価格の刻みは {step}',
    lots_required: '枚数を入力してください',
    lots_too_many: '最大 {most}枚',
  },
  does: {
    open: {
      buy: '買い',
      sell: '売り',
    },
    reduce: {
      buy: 'ショート決済',
      sell: 'ロング決済',
    },
  },
  follows: '{from} から追随',
  fires: '発動条件',
  until: '期限',
  list: '条件付き注文',
  cancelAll: '条件付き注文 {count} 件を取り消しますか？',
  cancelAllText: '含まれるストップや利確による保護はなくなります。板の注文とポジションは残ります。',
  none: '終了した条件付き注文はありません',
  noneText: '価格を待っていた注文は、発動または終了するとここに表示されます。',
  news: {
    fired: '{name} が {price} で発動しました',
    refused: '{name} が発動しましたが、注文は拒否されました：{reason}',
  },
  ended: {
    fired: '{price} で発動',
    cancelled_by_customer: '取消',
    position_closed: 'ポジション決済済み',
    expired: '期限切れ',
    refused: '拒否：{reason}',
  },
};
