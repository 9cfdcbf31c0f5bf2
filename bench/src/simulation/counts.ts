/** How often each thing was counted. */
export class Counts {
  readonly all = new Map<string, number>();

  add(what: string): void {
    this.all.set(what, (this.all.get(what) ?? 0) + 1);
  }
}
