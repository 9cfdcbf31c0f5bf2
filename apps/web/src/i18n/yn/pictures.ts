import type { pictures as english } from '../en/pictures.ts';
import type { Shape } from '../shape.ts';

export const pictures: Shape<typeof english> = {
  choose: 'Chọn ảnh',
  limits: 'JPEG, PNG hoặc WebP, tối đa {mb} MB',
  preparing: 'Đang chuẩn bị',
  uploading: 'Đang tải lên {percent}%',
  uploaded: 'Đã tải lên',
  failed: 'Tải lên thất bại, vui lòng thử lại',
  tooLarge: 'Tệp vượt quá dung lượng cho phép: tối đa {mb} MB',
  notPicture: 'Tệp này không phải ảnh đọc được',
  retry: 'Thử lại',
  another: 'Chọn ảnh khác',
  stop: 'Dừng',
  view: 'Xem: {label}',
  remove: 'Xóa: {label}',
  removeTitle: 'Xóa ảnh này?',
  removeText: 'Ảnh cũng sẽ bị xóa phía chúng tôi.',
  removeConfirm: 'Xóa ảnh',
  previewFailed: 'Không xem trước được ảnh',
};
