import type { MessageText } from '../message-text.ts';

/** Messages about corrected mistakes. Each reason has its own kind, because notices are written in every language. */
export const CORRECTION_KINDS = [
  'goodwillFault',
  'goodwillLate',
  'goodwillInformation',
  'goodwillCourtesy',
  'reversalWrongCustomer',
  'reversalWrongAmount',
  'reversalNotReceived',
  'reversalCreditedTwice',
  'reversalUpheld',
  'reversalDropped',
  'reversalDone',
] as const;

export type CorrectionTexts = Readonly<Record<(typeof CORRECTION_KINDS)[number], MessageText>>;

/** One language's words, from which all kinds are made. `{reason}` stands for the reason's sentence. */
export interface CorrectionWords {
  readonly goodwill: MessageText;
  readonly goodwillReasons: {
    readonly fault: string;
    readonly late: string;
    readonly information: string;
    readonly courtesy: string;
  };
  readonly announced: MessageText;
  readonly reversalReasons: {
    readonly wrongCustomer: string;
    readonly wrongAmount: string;
    readonly notReceived: string;
    readonly creditedTwice: string;
  };
  readonly upheld: MessageText;
  readonly dropped: MessageText;
  readonly done: MessageText;
}

export function correctionTexts(words: CorrectionWords): CorrectionTexts {
  const { goodwill, goodwillReasons, announced, reversalReasons } = words;
  return {
    goodwillFault: withReason(goodwill, goodwillReasons.fault),
    goodwillLate: withReason(goodwill, goodwillReasons.late),
    goodwillInformation: withReason(goodwill, goodwillReasons.information),
    goodwillCourtesy: withReason(goodwill, goodwillReasons.courtesy),
    reversalWrongCustomer: withReason(announced, reversalReasons.wrongCustomer),
    reversalWrongAmount: withReason(announced, reversalReasons.wrongAmount),
    reversalNotReceived: withReason(announced, reversalReasons.notReceived),
    reversalCreditedTwice: withReason(announced, reversalReasons.creditedTwice),
    reversalUpheld: words.upheld,
    reversalDropped: words.dropped,
    reversalDone: words.done,
  };
}

function withReason(text: MessageText, reason: string): MessageText {
  return { ...text, paragraphs: text.paragraphs.map(paragraph => paragraph.replace('{reason}', reason)) };
}
