/** Without accents, in lower case: as people type what they look for. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase();
}
