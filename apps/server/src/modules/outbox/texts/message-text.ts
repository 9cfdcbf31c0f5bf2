/** What a message says: mails have a subject and paragraphs, SMS are one line. `{code}` and `{minutes}` are filled in. */
export interface MessageText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly sms: string;
}
