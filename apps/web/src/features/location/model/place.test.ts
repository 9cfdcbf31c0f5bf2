import { describe, expect, test } from 'vitest';
import { geoHref, mapHref, onGlobe, positionOf, searchNames, writePosition } from './place.ts';
import { regionsOf } from './regions.ts';

describe('a position', () => {
  const saigon = positionOf(10.7768891, 106.7008062);

  test('is written with six decimals', () => {
    expect(saigon && writePosition(saigon)).toBe('10.776889, 106.700806');
    expect(positionOf('-16.5', '-0.0000001')).toMatchObject({
      latitude: '-16.500000',
      longitude: '0.000000',
    });
  });

  test.each([
    [91, 0],
    [0, 180.1],
    [Number.NaN, 0],
    ['', '5'],
    [null, '5'],
    ['1e1', '5'],
    ['<script>', '5'],
    ['10', undefined as unknown as null],
  ])('is not at %s, %s', (latitude, longitude) => {
    expect(positionOf(latitude, longitude ?? null)).toBeUndefined();
  });

  test('leads to maps and nowhere else', () => {
    if (!saigon) throw new Error('no position');
    expect(geoHref(saigon)).toBe('geo:10.776889,106.700806');
    const url = new URL(mapHref(saigon));
    expect(url.origin).toBe('https://www.openstreetmap.org');
    expect(url.searchParams.get('mlat')).toBe('10.776889');
  });

  test('lies where it lies on the globe', () => {
    const at = (latitude: number, longitude: number) => {
      const position = positionOf(latitude, longitude);
      return position && onGlobe(position);
    };
    expect(at(0, 0)).toEqual({ left: 50, top: 50 });
    expect(at(90, -180)).toEqual({ left: 0, top: 0 });
    expect(at(-90, 180)).toEqual({ left: 100, top: 100 });
  });
});

describe('regions', () => {
  test('are found with or without accents', () => {
    expect(searchNames(regionsOf('VN'), 'da nang')).toEqual(['Đà Nẵng']);
    expect(searchNames(regionsOf('ES'), 'ARAGON')).toEqual(['Aragón']);
    expect(searchNames(regionsOf('JP'), '京')).toEqual(['東京都', '京都府']);
    expect(searchNames(regionsOf('TH'), ' ')).toEqual(regionsOf('TH'));
  });

  test.each([
    ['CN', 31],
    ['HK', 18],
    ['TW', 22],
    ['JP', 47],
    ['KR', 17],
    ['VN', 34],
    ['TH', 77],
    ['ES', 19],
    ['MX', 32],
    ['AR', 24],
    ['CO', 33],
    ['US', 51],
    ['CA', 13],
    ['AU', 8],
    ['MY', 16],
    ['DE', 16],
    ['XX', 0],
  ])('of %s are %i, each once', (country, count) => {
    expect(new Set(regionsOf(country)).size).toBe(count);
    expect(regionsOf(country)).toHaveLength(count);
  });
});
