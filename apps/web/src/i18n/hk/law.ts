export const law = {
  title: '條款、私隱與風險',
  tabs: {
    agreement: '協議',
    privacy: '私隱',
    risk: '風險',
  },
  choose: '選擇文件',
  asked: '此版本為新版本。開始新的交易前請閱讀並同意。平倉和提現不受影響。',
  accept: '我已閱讀並同意',
  done: '已同意，謝謝。',
  accepted: '您已於 {at} 同意 {version} 版本。',
  versions: '版本',
  first: '首個版本',
  earlier: '您正在閱讀已失效的舊版本。',
  sign: '簽署協議',
};
