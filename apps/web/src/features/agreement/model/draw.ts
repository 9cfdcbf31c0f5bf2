import type { Stroke } from './strokes.ts';

/** Size of the saved picture: twice the pad on a phone. */
export const PAD_WIDTH = 720;
export const PAD_HEIGHT = 300;
const LINE_WIDTH = 5;

/** Dark on white, as on paper. */
export function drawSignature(
  context: CanvasRenderingContext2D,
  strokes: readonly Stroke[],
  typed: string,
): void {
  context.fillStyle = '#fff';
  context.fillRect(0, 0, PAD_WIDTH, PAD_HEIGHT);
  context.strokeStyle = '#101418';
  context.fillStyle = '#101418';
  context.lineWidth = LINE_WIDTH;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const stroke of strokes) {
    context.beginPath();
    for (const [at, { x, y }] of stroke.entries()) {
      if (at === 0) context.moveTo(x * PAD_WIDTH, y * PAD_HEIGHT);
      context.lineTo(x * PAD_WIDTH, y * PAD_HEIGHT);
    }
    context.stroke();
  }
  if (strokes.length > 0 || typed === '') return;
  context.font = 'italic 64px cursive';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(typed, PAD_WIDTH / 2, PAD_HEIGHT / 2, PAD_WIDTH - 60);
}

/** The signature as a PNG. */
export async function signaturePicture(strokes: readonly Stroke[], typed: string): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = PAD_WIDTH;
  canvas.height = PAD_HEIGHT;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser cannot draw');
  drawSignature(context, strokes, typed);
  const picture = await new Promise<Blob | null>(resolve => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (!picture) throw new Error('the signature could not be drawn');
  return picture;
}
