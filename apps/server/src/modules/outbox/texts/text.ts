/** What a message says: mails have a subject and paragraphs, SMS are one line. `{code}` and `{minutes}` are filled in. */
export interface MessageText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly sms: string;
}

/** Every message the server sends. Codes arrive in the same form whether or not an account exists. */
export const MESSAGE_KINDS = [
  /** A newcomer proves that the target is theirs. */
  'registerCode',
  /** The same for someone who already has an account: the owner learns that somebody tried. */
  'registerExists',
  'forgetCode',
  /** Somebody asked for a new password for a target without an account. */
  'forgetUnknown',
  'passwordChanged',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export type MessageTexts = Readonly<Record<MessageKind, MessageText>>;

export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
