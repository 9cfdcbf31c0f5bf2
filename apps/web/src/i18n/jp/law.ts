export const law = {
  title: '規約・プライバシー・リスク',
  tabs: {
    agreement: '規約',
    privacy: 'プライバシー',
    risk: 'リスク',
  },
  choose: '文書を選ぶ',
  asked: '新しい版です。新しい取引の前にお読みのうえ同意してください。決済と出金はできます。',
  accept: '読んで同意します',
  done: '同意を受け付けました。',
  accepted: '{version} 版に {at} に同意しました。',
  versions: '版の一覧',
  first: '最初の版',
  earlier: '現在は効力のない以前の版です。',
  sign: '規約に署名',
};
