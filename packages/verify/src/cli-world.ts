/** Inputs of the stand-alone verifier. There is no network among them. */
export interface CliWorld {
  /** A file of a folder; null: there is none. @throws if it cannot be read. Left out: there are no folders. */
  readonly fileIn?: (folder: string, file: string) => Uint8Array | null;
  /** The text of a file. @throws if it cannot be read */
  readonly read: (file: string) => string;
  readonly print: (line: string) => void;
}
