/** Texts of an account statement, on screen and in PDF. */
export interface StatementWords {
  readonly title: Readonly<Record<'entries' | 'trades' | 'taxes', string>>;
  readonly running: string;
  readonly kinds: string;
  readonly credits: string;
  readonly debits: string;
  readonly fees: string;
  readonly product: Readonly<
    Record<'spot' | 'contracts' | 'options' | 'trust' | 'launches' | 'rebates' | 'other', string>
  >;
}
