/** The type of a translation of `English`: the same keys with any text. */
export type Shape<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Shape<English[Key]>;
};
