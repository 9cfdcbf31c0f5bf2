/** A chain of one's own, for trying deposits and withdrawals. */
export interface LocalChain {
  /** How the server is started with it. */
  readonly settings: Readonly<Record<string, string>>;
  /** What it is told, by its first word. What they return is printed. */
  readonly commands: Readonly<Record<string, LocalCommand>>;
  stop(): Promise<void>;
}

interface LocalCommand {
  readonly example: string;
  readonly run: (amount: string, address: string) => Promise<string>;
}

export const BLOCK_EVERY_S = 2;
export const CONFIRMATIONS = 3;
