/** The offer's id in a URL; undefined if there is none. */
export function offerIdOf(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? parseInt(text, 10) : undefined;
}
