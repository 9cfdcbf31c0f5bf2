/** A signed file as the server takes it: text as it is, anything else (a binary PSBT) in base64. */
export function signedContent(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
  } catch {
    // No text: signers also write PSBTs as bytes.
    return btoa(Array.from(bytes, byte => String.fromCodePoint(byte)).join(''));
  }
}
