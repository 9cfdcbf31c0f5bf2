/** What signers get. */
interface MessagesFile {
  readonly messages: readonly {
    readonly network: string;
    readonly address: string;
    readonly message: string;
  }[];
}

type Message = MessagesFile['messages'][number];

/** As signers give it back: every message with its signature; null: left away. */
export async function signedFile(
  content: string,
  sign: (message: Message) => string | null | Promise<string | null>,
): Promise<string> {
  const { messages } = JSON.parse(content) as MessagesFile;
  const signed: { message: string; signature: string }[] = [];
  for (const one of messages) {
    const signature = await sign(one);
    if (signature !== null) signed.push({ message: one.message, signature });
  }
  return JSON.stringify({ signed });
}
