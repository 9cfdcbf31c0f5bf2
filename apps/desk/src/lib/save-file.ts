/** Lets the browser save a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  save(name, new Blob([text], { type }));
}

/** The same with bytes. */
export function saveBytes(name: string, type: string, bytes: Uint8Array<ArrayBuffer>): void {
  save(name, new Blob([bytes], { type }));
}

function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
