import type { errors as english } from '../en/errors.ts';
import type { Shape } from '../shape.ts';

export const errors: Shape<typeof english> = {
  unknown: '出了点问题，请重试。',
  network_error: '无法连接服务器，请检查网络后重试。',
  timeout: '服务器响应超时，请重试。',
  bad_reply: '服务器的回复无法识别，请重试。',
  maintenance: '交易所正在维护，请稍后再试。',
  session_invalid: '登录已失效，请重新登录。',
  why: '为什么？',
};
