import { fromBase64 } from './bytes.ts';

/** The part of a checkpoint that every log has (C2SP tlog-checkpoint). */
export interface TreeHead {
  readonly origin: string;
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
}

const WHOLE = /^(?:0|[1-9]\d{0,15})$/;

/** Reads the text of any log's checkpoint, whatever lines of its own follow; null if it is none. */
export function readTreeHead(text: string): TreeHead | null {
  const lines = text.split('\n');
  const [origin, size = '', root = ''] = lines;
  // The text ends in a line break, and none of its lines is empty.
  if (lines.length < 4 || lines.pop() !== '' || lines.includes('') || !origin) return null;
  const hash = fromBase64(root);
  if (!WHOLE.test(size) || !Number.isSafeInteger(Number(size)) || hash?.length !== 32) return null;
  return { origin, size: Number(size), root: hash };
}
