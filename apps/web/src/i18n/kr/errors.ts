import type { errors as english } from '../en/errors.ts';
import type { Shape } from '../shape.ts';

export const errors: Shape<typeof english> = {
  unknown: '문제가 발생했습니다. 다시 시도해 주세요.',
  network_error: '서버에 연결할 수 없습니다. 네트워크를 확인하고 다시 시도해 주세요.',
  timeout: '서버 응답이 너무 오래 걸립니다. 다시 시도해 주세요.',
  bad_reply: '서버의 응답을 이해할 수 없습니다. 다시 시도해 주세요.',
  maintenance: '거래소 점검 중입니다. 잠시 후 다시 시도해 주세요.',
  session_invalid: '세션이 종료되었습니다. 다시 로그인해 주세요.',
  why: '이유 보기',
};
