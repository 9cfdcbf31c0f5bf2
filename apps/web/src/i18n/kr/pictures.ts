import type { pictures as english } from '../en/pictures.ts';
import type { Shape } from '../shape.ts';

export const pictures: Shape<typeof english> = {
  choose: '사진 선택',
  limits: 'JPEG, PNG 또는 WebP, 최대 {mb}MB',
  preparing: '준비 중',
  uploading: '업로드 중 {percent}%',
  uploaded: '업로드 완료',
  failed: '업로드하지 못했습니다. 다시 시도해 주세요',
  tooLarge: '허용된 파일 크기를 초과했습니다: 최대 {mb}MB',
  notPicture: '읽을 수 있는 사진이 아닙니다',
  retry: '다시 시도',
  another: '다른 사진 선택',
  stop: '중지',
  view: '보기: {label}',
  remove: '삭제: {label}',
  removeTitle: '이 사진을 삭제할까요?',
  removeText: '저희 쪽에서도 삭제됩니다.',
  removeConfirm: '사진 삭제',
  previewFailed: '사진 미리보기에 실패했습니다',
};
