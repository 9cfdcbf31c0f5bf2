export class AnswerTooLong extends Error {
  constructor(limit: number) {
    super(`the answer is longer than ${limit} bytes`);
    this.name = 'AnswerTooLong';
  }
}

/**
 * The body of an answer as text.
 *
 * @param limit in bytes.
 * @throws `AnswerTooLong`, before more of it is read.
 */
export async function readAtMost(response: Response, limit: number): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let [text, length] = ['', 0];
  // Leaving the loop cancels the rest.
  for await (const part of response.body) {
    length += part.length;
    if (length > limit) throw new AnswerTooLong(limit);
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}
