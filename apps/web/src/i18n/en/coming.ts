export const coming = {
  badge: 'Opening soon',
  expect: 'What to expect',
  trade: 'Trade now',
  referral: {
    title: 'Referral',
    text: 'Invite friends and receive a share of the fees they pay.',
    one: 'A poster with your code to share',
    two: 'Each rebate names the fee it comes from',
    three: 'A top-ten list, with names masked',
  },
  help: {
    title: 'Help centre',
    text: 'Answers, guides, and people to talk to.',
    one: 'The most frequent questions, searchable',
    two: 'Chat with our support',
    three: 'Send feedback with pictures',
  },
};
