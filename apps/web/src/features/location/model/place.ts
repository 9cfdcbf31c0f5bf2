import { degrees, degreesToNumber } from '#lib/degrees.ts';
import { plainText } from '#lib/plain-text.ts';

/** A chosen place. Coordinates are decimal strings with six decimals (about 0.1 m). */
export interface Place {
  /** ISO 3166 alpha-2; empty while none is chosen. */
  readonly country: string;
  readonly region: string;
  readonly position: Position | undefined;
}

export interface Position {
  readonly latitude: string;
  readonly longitude: string;
  /** Radius in which the place lies, in whole metres, if the device said so. */
  readonly accuracyMetres: number | undefined;
}

export const NOWHERE: Place = { country: '', region: '', position: undefined };

export function positionOf(
  latitude: number | string | null,
  longitude: number | string | null,
): Position | undefined {
  const [north, east] = [degrees(latitude, 90), degrees(longitude, 180)];
  if (north === undefined || east === undefined) return undefined;
  return { latitude: north, longitude: east, accuracyMetres: undefined };
}

/** `10.776889, 106.700806`, the format of map searches. */
export function writePosition({ latitude, longitude }: Position): string {
  return `${latitude}, ${longitude}`;
}

/** URL of a web map centred there with a mark. */
export function mapHref({ latitude, longitude }: Position): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
}

/** RFC 5870 URI, which phones open with the maps app. */
export function geoHref({ latitude, longitude }: Position): string {
  return `geo:${latitude},${longitude}`;
}

/** A position on an equirectangular map, in percent from top left. */
export function onGlobe({ latitude, longitude }: Position): { readonly left: number; readonly top: number } {
  const [north, east] = [degreesToNumber(latitude), degreesToNumber(longitude)];
  return { left: ((east + 180) / 360) * 100, top: ((90 - north) / 180) * 100 };
}

/** Matches with or without accents. */
export function searchNames(names: readonly string[], text: string): readonly string[] {
  const wanted = plainText(text.trim());
  return wanted === '' ? names : names.filter(name => plainText(name).includes(wanted));
}
