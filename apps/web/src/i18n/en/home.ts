export const home = {
  welcome: {
    title: 'The exchange whose books anyone can check',
    demo: 'This is a demo: trade with play money at real prices. Nothing to lose.',
    live: 'Trade coins at prices and in books you can verify yourself.',
  },
  quick: {
    label: 'Shortcuts',
    option: 'Options',
    launch: 'New coins',
    convert: 'Convert',
    referral: 'Invite',
    proof: 'Proofs',
    records: 'Records',
    verify: 'Identity',
    help: 'Help',
  },
  banner: {
    label: 'Our promises',
    proof: 'Check our books yourself',
    proofText: 'Every entry has its counterpart, like the two halves of a tally stick.',
    option: 'Results nobody can bend',
    optionText: 'Entry, exit and payout follow from published prices. Work them out again.',
    trust: 'Interest set aside on day one',
    trustText: 'What a deposit will earn is put away before it begins.',
  },
  search: 'Coin, order or page',
};
