import type { SecurityTexts } from './text.ts';

export const hk: SecurityTexts = {
  securityCode: {
    subject: '您的 Tallystick 驗證碼：{code}',
    paragraphs: [
      '您的驗證碼是 {code}，{minutes} 分鐘內有效，且僅限一次操作。',
      'Tallystick 的工作人員絕不會向您索取驗證碼。如非您本人操作，請更改密碼。',
    ],
    sms: '【Tallystick】您的驗證碼是 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
  },
  loginLink: {
    subject: '在此裝置上登入',
    paragraphs: [
      '有人多次以錯誤的密碼嘗試登入您的帳戶，因此新裝置需要此連結：{link}',
      '請在要登入的裝置上開啟。連結僅可使用一次，{minutes} 分鐘內有效；之後照常輸入密碼。',
      '如果不是您在登入，代表有人在猜您的密碼。對方尚未進入；請勿開啟此連結，也不要交給任何人。',
    ],
    sms: 'Tallystick：請在要登入的裝置上開啟 {link}。僅可使用一次，{minutes} 分鐘內有效。請勿交給任何人。',
  },
  loginLinkUnknown: {
    subject: '此地址沒有 Tallystick 帳戶',
    paragraphs: [
      '有人（可能是您）以此地址索取登入連結，但此地址沒有 Tallystick 帳戶。',
      '您可能以其他地址或手機號碼註冊。如果不是您本人操作，請忽略此郵件。',
    ],
    sms: 'Tallystick：有人索取登入連結，但此號碼沒有帳戶。',
  },
  operatorInvitation: {
    subject: '您的 Tallystick 操作員帳戶',
    paragraphs: [
      'Tallystick 已為您準備好操作員帳戶，名稱為 {name}。請在此設定密碼和第二重驗證：{invitation}',
      '連結僅可開啟一次，{hours} 小時內有效，且只屬於您：沒有同事看過，也沒有人需要它。',
      '如果提示已被開啟而並非您本人，請立即告知同事。如果您不在此工作，請勿開啟。',
    ],
    sms: 'Tallystick：請設定操作員帳戶 {name} 的密碼：{invitation}。僅可開啟一次，{hours} 小時內有效。請勿交給任何人。',
  },
  fundPasswordChanged: {
    subject: '您的資金密碼已設定',
    paragraphs: ['您帳戶的資金密碼剛剛被設定或更改。', '如非您本人操作，請在應用程式中凍結帳戶並聯絡客服。'],
    sms: '【Tallystick】您的資金密碼已設定或更改。如非您本人操作，請立即凍結帳戶。',
  },
  twoFactorOn: {
    subject: '兩步驗證已開啟',
    paragraphs: [
      '現在登入您的帳戶需要身份驗證器中的驗證碼。',
      '請將復原碼保存在手機以外的地方。如非您本人操作，請立即聯絡客服。',
    ],
    sms: '【Tallystick】兩步驗證已開啟。如非您本人操作，請立即聯絡客服。',
  },
  twoFactorOff: {
    subject: '兩步驗證已關閉',
    paragraphs: [
      '兩步驗證剛剛被關閉，現在僅憑密碼即可登入。提現將暫停至 {until}（UTC）。',
      '如非您本人操作，請在應用程式中凍結帳戶並聯絡客服。',
    ],
    sms: '【Tallystick】兩步驗證已關閉。如非您本人操作，請立即凍結帳戶。',
  },
  recoveryCodeUsed: {
    subject: '復原碼已被使用',
    paragraphs: [
      '您的一個復原碼被用來代替身份驗證器。剩餘復原碼：{left} 個。',
      '如非您本人操作，請更改密碼並凍結帳戶。',
    ],
    sms: '【Tallystick】一個復原碼已被使用，剩餘 {left} 個。如非您本人操作，請凍結帳戶。',
  },
  passkeyAdded: {
    subject: '已新增通行密鑰',
    paragraphs: [
      '通行密鑰「{name}」現在可以登入您的帳戶。',
      '如非您本人操作，請在安全中心將其移除並更改密碼。',
    ],
    sms: '【Tallystick】已新增通行密鑰「{name}」。如非您本人操作，請將其移除並更改密碼。',
  },
  passkeyRemoved: {
    subject: '已移除通行密鑰',
    paragraphs: [
      '通行密鑰「{name}」不能再登入您的帳戶。提現將暫停至 {until}（UTC）。',
      '如非您本人操作，請在應用程式中凍結帳戶並聯絡客服。',
    ],
    sms: '【Tallystick】已移除通行密鑰「{name}」。如非您本人操作，請立即凍結帳戶。',
  },
  newDevice: {
    subject: '有新裝置登入您的帳戶',
    paragraphs: [
      '有人（但願是您本人）剛剛用一台陌生裝置登入：{device}，位址 {address}。',
      '如非您本人操作，請立即更改密碼：所有裝置都會登出。',
    ],
    sms: '【Tallystick】有新裝置從 {address} 登入。如非您本人操作，請立即更改密碼。',
  },
  contactChanged: {
    subject: '您帳戶的聯絡方式已更改',
    paragraphs: [
      '{contact} 現已綁定您的帳戶，用於登入、接收驗證碼和此類訊息。',
      '如非您本人操作，請在應用程式中凍結帳戶並聯絡客服。',
    ],
    sms: '【Tallystick】{contact} 已綁定您的帳戶。如非您本人操作，請立即凍結帳戶。',
  },
  accountFrozen: {
    subject: '您的帳戶已凍結',
    paragraphs: [
      '所有裝置均已登出，無法交易、劃轉或提現。您的資金仍歸您所有。',
      '如由您本人凍結，24 小時後可在安全中心解凍；如需提前，請聯絡客服。',
    ],
    sms: '【Tallystick】您的帳戶已凍結，解凍前無法交易或提現。',
  },
  accountUnfrozen: {
    subject: '您的帳戶已解凍',
    paragraphs: ['您的帳戶凍結已解除，可以重新交易和提現。', '如非您本人操作，請再次凍結並聯絡客服。'],
    sms: '【Tallystick】您的帳戶已解凍。如非您本人操作，請立即再次凍結。',
  },
  recoveryRequested: {
    subject: '有人申請移除您的兩步驗證',
    paragraphs: [
      '有人在輸入正確的登入密碼後，提交了身份證件資料和照片，申請移除您帳戶的兩步驗證。申請將由兩名人員審核，通過後還須等待 {hours} 小時。在此期間暫停提現。',
      '如果不是您本人操作，請按此中止，無需登入：{stop}',
      '隨後請更改登入密碼，因為申請人知道您的密碼。',
    ],
    sms: 'Tallystick：有人申請移除您的兩步驗證。如非本人，請中止：{stop} 並更改密碼。',
  },
  recoveryApproved: {
    subject: '您的兩步驗證將於 {ready}（UTC）移除',
    paragraphs: [
      '兩名人員已核對資料並同意。您帳戶的兩步驗證將於 {ready}（UTC）移除，不會提前。在此之前及之後的一段時間內暫停提現。',
      '如果不是您本人申請，請立即中止，無需登入：{stop}',
      '使用兩步驗證登入同樣會中止該申請。',
    ],
    sms: 'Tallystick：您的兩步驗證將於 {ready}（UTC）移除。如非本人，請中止：{stop}',
  },
  recoveryCompleted: {
    subject: '您的兩步驗證已移除',
    paragraphs: [
      '等待期已結束：現在只需登入密碼即可進入您的帳戶，所有裝置均已登出。提現暫停至 {until}（UTC）。',
      '請登入並立即重新設定兩步驗證。如果不是您本人申請，請凍結帳戶並聯絡客服。',
    ],
    sms: 'Tallystick：您的兩步驗證已移除，請登入並重新設定。如非本人，請立即凍結帳戶。',
  },
  recoveryRejected: {
    subject: '您的兩步驗證保持不變',
    paragraphs: [
      '移除您帳戶兩步驗證的申請未獲通過，一切保持不變。',
      '如果是您本人申請，登入頁面會說明原因；如果不是，請更改密碼，因為有人知道它。',
    ],
    sms: 'Tallystick：移除兩步驗證的申請未獲通過，一切不變。如非本人，請更改密碼。',
  },
  recoveryStopped: {
    subject: '移除兩步驗證的申請已中止',
    paragraphs: [
      '移除您帳戶兩步驗證的申請已被中止，一切保持不變，提現亦不再因此暫停。',
      '如果您從未提出此申請，請更改密碼，因為有人知道它。',
    ],
    sms: 'Tallystick：移除兩步驗證的申請已中止，一切不變。如您從未申請，請更改密碼。',
  },
};
