import type { installed as english } from '../en/installed.ts';
import type { Shape } from '../shape.ts';

export const installed: Shape<typeof english> = {
  later: '나중에',
  version: {
    title: '새 버전이 준비되었습니다',
    text: '원할 때 불러오면 되며, 사라지는 내용은 없습니다.',
    act: '지금 불러오기',
    busy: '보낸 요청의 응답을 아직 기다리고 있습니다.',
  },
  install: {
    title: '앱 설치',
    text: '홈 화면에서 바로 열고, 네트워크가 없어도 볼 수 있으며, 체결과 입금 알림을 받을 수 있습니다.',
    act: '설치',
  },
  /** For browsers that cannot show an install prompt. */
  apple: {
    share: '브라우저의 공유 버튼을 누르세요.',
    add: '‘홈 화면에 추가’를 선택하세요.',
    open: '홈 화면에서 Tallystick을 여세요.',
  },
  shared: {
    nothing: '공유한 내용은 여기서 열 수 없습니다.',
  },
};
