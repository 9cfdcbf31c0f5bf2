import type { pictures as english } from '../en/pictures.ts';
import type { Shape } from '../shape.ts';

export const pictures: Shape<typeof english> = {
  choose: '选择图片',
  limits: 'JPEG、PNG 或 WebP，最大 {mb} MB',
  preparing: '正在处理',
  uploading: '正在上传 {percent}%',
  uploaded: '已上传',
  failed: '上传失败，请重试',
  tooLarge: '文件大小超出限制：最大 {mb} MB',
  notPicture: '无法识别该图片文件',
  retry: '重试',
  another: '选择其他图片',
  stop: '停止',
  view: '查看：{label}',
  remove: '移除：{label}',
  removeTitle: '要移除这张图片吗？',
  removeText: '我们这边也会将其删除。',
  removeConfirm: '移除图片',
  previewFailed: '图片预览失败',
};
