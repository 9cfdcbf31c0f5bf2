/** The part of a pino logger that the database needs. */
export interface DatabaseLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** For tests and tools that have nothing to say. */
export const SILENT_LOG: DatabaseLog = { info() {}, warn() {}, error() {} };
