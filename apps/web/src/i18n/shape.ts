/** The same keys with any text: what a translation of `English` must look like. */
export type Shape<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Shape<English[Key]>;
};
