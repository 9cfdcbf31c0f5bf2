import type { POSTER_DESIGNS } from '@tallystick/protocol/poster-designs';
import { drawMark, POSTER, type PosterLook } from './poster.ts';

export type PosterDesign = (typeof POSTER_DESIGNS)[number];

const STARS = 140;

function fill(pen: CanvasRenderingContext2D, colour: string | CanvasGradient): void {
  pen.fillStyle = colour;
  pen.fillRect(0, 0, POSTER.width, POSTER.height);
}

/** Uniform pseudo-random numbers from 0 to 1, the same on every poster. */
function* numbers(): Generator<number, never> {
  let state = 20_260_101;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

/** Tally marks as large as the poster. */
function stick(pen: CanvasRenderingContext2D): void {
  fill(pen, '#1b1c1c');
  pen.save();
  pen.globalAlpha = 0.07;
  drawMark(pen, { accent: '#2befbc', ink: '#f1f5f4' }, -260, 40, 1600);
  pen.restore();
}

/** Ruled paper with a margin line, like an old account book. */
function ledger(pen: CanvasRenderingContext2D): void {
  fill(pen, '#f7f4ea');
  pen.fillStyle = '#e3ddca';
  for (let y = 250; y < POSTER.height; y += 62) pen.fillRect(0, y, POSTER.width, 2);
  pen.fillStyle = '#e7b9ae';
  pen.fillRect(56, 0, 3, POSTER.height);
}

/** A night sky from deep blue to green. */
function night(pen: CanvasRenderingContext2D): void {
  const sky = pen.createLinearGradient(0, 0, POSTER.width * 0.4, POSTER.height);
  sky.addColorStop(0, '#0b1030');
  sky.addColorStop(0.6, '#123a52');
  sky.addColorStop(1, '#0f6b5d');
  fill(pen, sky);
  const next = numbers();
  const number = () => next.next().value;
  pen.fillStyle = '#fff';
  for (let star = 0; star < STARS; star++) {
    pen.globalAlpha = 0.12 + number() * 0.4;
    pen.beginPath();
    pen.arc(number() * POSTER.width, number() * POSTER.height, 1 + number() * 2.4, 0, 2 * Math.PI);
    pen.fill();
  }
  pen.globalAlpha = 1;
}

export const POSTER_STYLES: Readonly<Record<PosterDesign, PosterLook>> = {
  stick: { ink: '#f1f5f4', quiet: '#b6c1cb', accent: '#2befbc', panel: '#292a2a', background: stick },
  ledger: { ink: '#1d2b2a', quiet: '#4b5a58', accent: '#0b6b55', panel: '#ece6d4', background: ledger },
  night: {
    ink: '#ffffff',
    quiet: '#d3e4ea',
    accent: '#6ff5d2',
    panel: 'rgb(4 12 28 / 62%)',
    background: night,
  },
};
