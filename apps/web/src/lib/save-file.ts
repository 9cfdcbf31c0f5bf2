/** Saves a file on the device as a download. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // The browser has read the URL once the click is handled.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
