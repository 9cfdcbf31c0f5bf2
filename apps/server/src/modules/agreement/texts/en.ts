import type { AgreementText } from './text.ts';

export const en: AgreementText = {
  title: 'Service agreement',
  sections: [
    {
      heading: 'Who may use Tallystick',
      paragraphs: [
        'You are of full age where you live, act for yourself, and are not barred from such services by law. You give true information about yourself and keep it up to date.',
      ],
    },
    {
      heading: 'Your account',
      paragraphs: [
        'Keep your passwords, codes and devices to yourself. What is done with them counts as done by you until you tell us to freeze the account, which you can do yourself at any time.',
      ],
    },
    {
      heading: 'Your money',
      paragraphs: [
        'Every balance is the sum of double-entry postings that you can read. What you hold with us is yours; we do not lend it out. Money is frozen only by your own orders, applications and promises, and the app names each of them.',
      ],
    },
    {
      heading: 'Prices and results',
      paragraphs: [
        'Trades follow price and time priority. Settlement prices come from the published index, and results follow from published rules. Nobody at Tallystick can set a price, a fill or a result, and you can check each of them yourself.',
      ],
    },
    {
      heading: 'Risks',
      paragraphs: [
        'Prices of cryptocurrencies move quickly. Perpetual contracts and second options can cost you everything you stake on them. Use only money that you can afford to lose; the app shows the worst loss before you send an order.',
      ],
    },
    {
      heading: 'Deposits and withdrawals',
      paragraphs: [
        'Send each coin only over the network that is shown: what goes to a wrong network or address may be lost. Withdrawals are checked by people and may wait for that; fees, minimums and limits are shown beforehand.',
      ],
    },
    {
      heading: 'Identity and privacy',
      paragraphs: [
        'The law obliges us to know our customers. Your documents are encrypted, shown only to you and to those who review them, and kept as long as the law demands and no longer.',
      ],
    },
    {
      heading: 'Changes and the end',
      paragraphs: [
        'When this agreement changes, you are asked to read and sign the new text. You may close your account at any time once nothing is open, and take all your money with you.',
      ],
    },
  ],
};
