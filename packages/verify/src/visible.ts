/** Text of others for a terminal: characters that move the cursor or hide or reverse text are escaped. */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, found =>
    [...found].map(one => `\\u{${one.codePointAt(0)!.toString(16)}}`).join(''),
  );
}

/** The same for text of several lines. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}
