import type { coming as english } from '../en/coming.ts';
import type { Shape } from '../shape.ts';

export const coming: Shape<typeof english> = {
  badge: '곧 열립니다',
  expect: '준비 중인 기능',
  trade: '거래하기',
  referral: {
    title: '친구 초대',
    text: '친구를 초대하고 친구가 낸 수수료의 일부를 받으세요.',
    one: '초대 코드가 담긴 포스터 공유',
    two: '보상마다 근거가 된 수수료를 표시',
    three: '이름을 가린 상위 10명 순위',
    already: '초대 코드는 이미 사용할 수 있습니다',
    alreadyText: '이 코드로 가입한 분은 첫날부터 초대한 친구로 집계됩니다.',
    code: '내 초대 코드',
    link: '내 링크',
  },
  help: {
    title: '고객센터',
    text: '답변과 안내, 그리고 대화할 사람.',
    one: '자주 묻는 질문 검색',
    two: '상담원과 채팅',
    three: '사진을 첨부해 의견 보내기',
    until: '그때까지',
    securityText: '이상이 있으면 즉시 계정을 동결하세요',
    recordsText: '각 건의 진행 상황과 누구를 기다리는지',
  },
};
