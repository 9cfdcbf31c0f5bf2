/** Notices. */
export const noticesTexts = {
  notices: {
    title: 'Title',
    summary: 'Summary',
    text: 'Text',
    textHelp: 'An empty line begins a new paragraph.',
    languages: 'Languages',
    missing: 'English is shown',
    published: 'Published',
    scheduled: 'Scheduled',
    create: 'New notice',
    editTitle: 'Notice',
    at: 'Publish at (UTC)',
    atHelp: 'Empty: when it is confirmed.',
    preview: 'As customers see it',
    removeTitle: 'Remove this notice?',
    none: 'No notice yet.',
    englishNeeded: 'English needs a title and a summary.',
    half: 'A language needs both a title and a summary: {languages}.',
  },
} as const;
