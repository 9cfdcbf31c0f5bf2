/** Somebody on a list whose name is like the one that was asked for. */
export interface NameHit {
  /** Of the list's own, and a digest of what it says: a changed entry is another hit. */
  readonly entry: string;
  readonly list: string;
  /** The listed name that is alike. */
  readonly name: string;
  /** Years or dates, as the list has them. */
  readonly born: readonly string[];
  /** ISO 3166 alpha-2, upper case. */
  readonly countries: readonly string[];
  /** 0 to 1. */
  readonly score: number;
}

/** An address that is on a list. */
export interface AddressHit {
  readonly entry: string;
  readonly list: string;
  readonly note: string;
}

export interface ScreenedPerson {
  readonly name: string;
  /** `YYYY-MM-DD`; null: not known. Who was born in another year than the list says is somebody else. */
  readonly bornOn: string | null;
}

/**
 * Says who and what is on a list. Whatever fails must reject, never answer with nothing: what could not be screened waits.
 */
export interface ScreeningProvider {
  /** Changes when lists change: everybody is screened anew then. */
  version(): Promise<string>;
  /** Most alike first. */
  names(person: ScreenedPerson): Promise<readonly NameHit[]>;
  address(network: string, address: string): Promise<AddressHit | null>;
  /** What there is, for the desk. */
  lists(): Promise<readonly { readonly list: string; readonly names: number; readonly addresses: number }[]>;
}
