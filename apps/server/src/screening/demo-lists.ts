import type { ListFile } from './lists.ts';

/** Invented people and an address that is nobody's, so that a demo shows what a hit looks like. */
export const DEMO_LISTS: readonly ListFile[] = [
  {
    name: 'demo-names.csv',
    content: [
      'id,schema,name,aliases,birth_date,countries,dataset',
      'demo-1,Person,Zoltan Fictivus,Золтан Фиктивус;زولتان فيكتيفوس,1961,xx,invented',
      'demo-2,Person,Amara Nosuchperson,Амара Носучперсон,1975-03-01,xx,invented',
      'demo-3,Organization,Imaginary Trading Company,IMTRACO,,xx,invented',
    ].join('\n'),
  },
  {
    name: 'demo-addresses.csv',
    content: [
      'network,address,note,dataset',
      'ERC20,0xF1c71710F1C71710f1C71710F1C71710F1C71710,invented: nobody has its key,invented',
    ].join('\n'),
  },
];
