/** Converts a picture to PNG and saves it as a download; false if the browser does not allow that. */
export async function savePicture(address: string, name: string, sizePx: number): Promise<boolean> {
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = sizePx;
    canvas.height = sizePx;
    const pen = canvas.getContext('2d');
    if (!pen) return false;
    pen.imageSmoothingEnabled = false;
    pen.drawImage(image, 0, 0, sizePx, sizePx);
    const link = document.createElement('a');
    link.download = `${name}.png`;
    link.href = canvas.toDataURL('image/png');
    link.click();
    return true;
  } catch {
    // The caller shows a message; the address beside the picture can still be copied.
    return false;
  }
}
