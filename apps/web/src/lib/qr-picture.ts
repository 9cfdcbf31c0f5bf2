/** Dark modules of each row, as runs, in one path: a few hundred bytes instead of a thousand elements. */
export function qrPath(modules: readonly (readonly boolean[])[]): string {
  let path = '';
  modules.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== true) continue;
      let end = x;
      while (row[end] === true) end++;
      path += `M${x} ${y}h${end - x}v1H${x}z`;
      x = end;
    }
  });
  return path;
}

/** The code as an SVG data URL: black on white in every theme, because many readers need that. */
export function qrPicture(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${qrPath(modules)}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Modules of quiet zone on each side (ISO/IEC 18004). */
const BORDER = 4;

/** A QR code of a text, as a picture. The encoder is fetched when first needed; rejects if that fails. */
export async function drawQrPicture(text: string): Promise<string> {
  const { encode } = await import('uqr');
  return qrPicture(encode(text, { ecc: 'M', border: BORDER }).data);
}
