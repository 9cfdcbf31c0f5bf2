/** An address that another app handed over, until the form for it takes it. */
let shared: string | undefined;

export function keepSharedAddress(address: string): void {
  shared = address;
}

/** Empty if there is none. Asked twice it is the same: forms may be drawn more than once. */
export function sharedAddress(): string {
  return shared ?? '';
}

export function forgetSharedAddress(): void {
  shared = undefined;
}
