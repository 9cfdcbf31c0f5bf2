import type { records as english } from '../en/records.ts';
import type { Shape } from '../shape.ts';

export const records: Shape<typeof english> = {
  title: '公開ログ',
  text: '私たちの表明はここにずっと残ります。署名と番号があり、各記録は前の記録につながります。誰でも写しを保存でき、書き換えがあれば分かります。',
  open: '公開ログを見る',
  all: 'すべて',
  kind: '記録の種類',
  cosigned: '証人 {all} 中 {count}',
  signed: '件の記録。署名：{age}',
  none: 'まだ署名がありません。',
  noWitnesses: 'ここではこのログに署名する独立した証人がいません。',
  state: {
    checking: 'この端末が以前見た内容と比べています …',
    first: '初めての訪問です。署名済みヘッドをここに保存し、次回比べます。',
    waiting:
      'これまで追記のみです。最新のヘッドに署名した証人が足りないため、この端末は前のヘッドを保ちます。',
    same: '{age}に、この端末が以前見た内容と比較：ログは追記のみでした。',
  },
  witnesses: '証人',
  witnessesText:
    '追記だけのログにのみ署名する独立したプログラムです。この端末はそのうち {need} つを求めます。',
  witnessesChanged:
    '取引所が示す証人またはその必要数が、この端末が最初に見たときと違います。この端末は当時の証人を数え続けます。',
  witnessNever: '未署名',
  witnessSigned: '{size} 件、{age}',
  own: 'ご自分のプログラムで写しを保存し、証人になれます：',
  empty: 'この種類の記録はまだありません',
  more: 'もっと表示',
  number: '番号',
  time: '時刻',
  hash: 'ハッシュ',
  entry: 'ハッシュした原文',
  verdict: {
    right: 'この端末で確認済み：{size} 件の署名済みログの一部です。',
    wrong: 'この記録は署名済みログと合いません。保存して、お尋ねください。',
    waiting: 'ハッシュを再計算しました。この端末が信頼する次のヘッドに含まれます。',
  },
  kinds: {
    price_head: '価格ログのヘッド',
    journal_head: '仕訳帳のヘッド',
    audit_head: '監査ログのヘッド',
    liabilities: '当社の債務',
    reserves: '当社の保有',
    launch_list: '募集の一覧',
    terms: '条件',
    notice: '条件変更のお知らせ',
    source: '稼働中のプログラム',
    books: '全帳簿のハッシュ',
    profit_withdrawal: '利益の引き出し',
  },
};
