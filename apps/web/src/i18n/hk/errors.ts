import type { errors as english } from '../en/errors.ts';
import type { Shape } from '../shape.ts';

export const errors: Shape<typeof english> = {
  unknown: '出了點問題，請重試。',
  network_error: '無法連接伺服器，請檢查網絡後重試。',
  timeout: '伺服器回應逾時，請重試。',
  bad_reply: '伺服器的回覆無法辨識，請重試。',
  maintenance: '交易所正在維護，請稍後再試。',
  session_invalid: '登入已失效，請重新登入。',
  why: '為什麼？',
};
