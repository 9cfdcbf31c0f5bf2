import type { pictures as english } from '../en/pictures.ts';
import type { Shape } from '../shape.ts';

export const pictures: Shape<typeof english> = {
  choose: '画像を選択',
  limits: 'JPEG、PNG、WebP（最大 {mb} MB）',
  preparing: '準備中',
  uploading: 'アップロード中 {percent}%',
  uploaded: 'アップロード済み',
  failed: 'アップロードに失敗しました。もう一度お試しください',
  tooLarge: 'ファイルサイズの上限を超えています（最大 {mb} MB）',
  notPicture: '読み取れる画像ではありません',
  retry: '再試行',
  another: '別の画像を選択',
  stop: '中止',
  view: '表示：{label}',
  remove: '削除：{label}',
  removeTitle: 'この画像を削除しますか？',
  removeText: '当社側からも削除されます。',
  removeConfirm: '画像を削除',
  previewFailed: '画像を表示できません',
};
