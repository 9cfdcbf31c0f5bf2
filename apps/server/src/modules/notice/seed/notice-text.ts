export interface NoticeText {
  readonly title: string;
  readonly summary: string;
  readonly paragraphs: readonly string[];
}

/** The notices a new exchange starts with, oldest first. */
export const SEEDED_NOTICES = ['house-liquidity', 'checkable-books', 'welcome', 'demo-funds'] as const;
export type SeededNotice = (typeof SEEDED_NOTICES)[number];

export type NoticeTexts = Readonly<Record<SeededNotice, NoticeText>>;
