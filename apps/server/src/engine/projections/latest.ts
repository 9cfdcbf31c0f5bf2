/** When something changed: the command's sequence and time. */
export interface Moment {
  readonly sequence: number;
  readonly atMs: number;
}
