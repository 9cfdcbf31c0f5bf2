/** What this package uses of subset-font, which comes without types. */
declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'woff2' | 'truetype';
    /** A number pins an axis; a range keeps it. */
    readonly variationAxes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
    /** OpenType features; those not named go, with the letters that only they use. */
    readonly keepFeatures?: readonly string[];
    readonly noHinting: boolean;
    /** Beside those of the family's name, version and copyright. */
    readonly preserveNameIds: readonly number[];
  }
  export default function subsetFont(font: Uint8Array, letters: string, options: Options): Promise<Buffer>;
}
