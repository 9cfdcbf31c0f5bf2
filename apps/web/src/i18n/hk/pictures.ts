import type { pictures as english } from '../en/pictures.ts';
import type { Shape } from '../shape.ts';

export const pictures: Shape<typeof english> = {
  choose: '選擇圖片',
  limits: 'JPEG、PNG 或 WebP，最大 {mb} MB',
  preparing: '正在處理',
  uploading: '正在上載 {percent}%',
  uploaded: '已上載',
  failed: '上載失敗，請重試',
  tooLarge: '檔案大小超出限制：最大 {mb} MB',
  notPicture: '無法識別此圖片檔案',
  retry: '重試',
  another: '選擇其他圖片',
  stop: '停止',
  view: '檢視：{label}',
  remove: '移除：{label}',
  removeTitle: '要移除這張圖片嗎？',
  removeText: '我們這邊也會將其刪除。',
  removeConfirm: '移除圖片',
  previewFailed: '圖片預覽失敗',
};
