/** Copies to the clipboard; false where the browser does not let us (plain http, old phones). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The caller shows a message and leaves the text selectable.
    return false;
  }
}
