/** An address shared by another app, until the form for it uses it. */
let shared: string | undefined;

export function keepSharedAddress(address: string): void {
  shared = address;
}

/** Empty if there is none. Reading does not remove it, because forms may render more than once. */
export function sharedAddress(): string {
  return shared ?? '';
}

export function forgetSharedAddress(): void {
  shared = undefined;
}
