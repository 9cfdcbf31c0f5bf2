/** What a file's structure says, before anything is decoded. */
export interface Container {
  readonly format: 'jpeg' | 'png' | 'webp';
  /** More than one frame. */
  readonly animated: boolean;
  /** Where the picture ends: what follows is no part of it. */
  readonly end: number;
  /** Everything that is not pixels (comments, profiles, EXIF), where another file might hide. */
  readonly extras: readonly Buffer[];
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Reads the structure of a JPEG, PNG or WebP; null for anything else and for broken ones. */
export function readContainer(file: Buffer): Container | null {
  if (file.subarray(0, 8).equals(PNG_SIGNATURE)) return readPng(file);
  if (file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff) return readJpeg(file);
  if (file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP')
    return readWebp(file);
  return null;
}

/** PNG (third edition), 5: chunks of length, type, data and checksum up to IEND; acTL says that it moves. */
function readPng(file: Buffer): Container | null {
  const extras: Buffer[] = [];
  let animated = false;
  for (let at = 8; at + 12 <= file.length;) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const next = at + 12 + length;
    if (next > file.length) return null;
    if (type === 'acTL') animated = true;
    if (type === 'IEND') return { format: 'png', animated, end: next, extras };
    if (type !== 'IDAT' && type !== 'fdAT') extras.push(file.subarray(at + 8, next - 4));
    at = next;
  }
  return null;
}

const JPEG_START_OF_SCAN = 0xda;
const JPEG_END = 0xd9;

/** ITU T.81, B: segments, of which a scan is followed by coded data up to the next marker, up to EOI. */
function readJpeg(file: Buffer): Container | null {
  const extras: Buffer[] = [];
  for (let at = 2; at + 2 <= file.length;) {
    if (file[at] !== 0xff) return null;
    const marker = file[at + 1];
    if (marker === 0xff) {
      at += 1;
    } else if (marker === JPEG_END) {
      return { format: 'jpeg', animated: false, end: at + 2, extras };
    } else {
      if (at + 4 > file.length) return null;
      const next = at + 2 + file.readUInt16BE(at + 2);
      if (next < at + 4 || next > file.length) return null;
      const isExtra = marker === 0xfe || (marker !== undefined && marker >= 0xe0 && marker <= 0xef);
      if (isExtra) extras.push(file.subarray(at + 4, next));
      at = marker === JPEG_START_OF_SCAN ? endOfScan(file, next) : next;
    }
  }
  return null;
}

/** Coded data holds no marker but restarts (FFD0 to FFD7) and stuffed bytes (FF00). */
function endOfScan(file: Buffer, from: number): number {
  let at = file.indexOf(0xff, from);
  while (at !== -1 && at + 1 < file.length) {
    const next = file[at + 1] ?? 0;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
    at = file.indexOf(0xff, at + 2);
  }
  return file.length;
}

/** RFC 9649: chunks in a RIFF whose size stands in its head; ANIM and ANMF say that it moves. */
function readWebp(file: Buffer): Container | null {
  const end = 8 + file.readUInt32LE(4);
  if (end > file.length || end < 20) return null;
  const extras: Buffer[] = [];
  let animated = false;
  for (let at = 12; at + 8 <= end;) {
    const type = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    if (at + 8 + length > end) return null;
    if (type === 'ANIM' || type === 'ANMF') animated = true;
    if (!['VP8 ', 'VP8L', 'ALPH', 'ANMF'].includes(type)) extras.push(file.subarray(at + 8, at + 8 + length));
    at += 8 + length + (length % 2);
  }
  return { format: 'webp', animated, end, extras };
}

/** How other files begin that programs find anywhere in a file. Long enough not to occur by chance. */
const FOREIGN = ['%PDF-', 'PK\x03\x04', 'PK\x05\x06', 'Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c', '\x7fELF'].map(
  text => Buffer.from(text, 'latin1'),
);
const FOREIGN_TEXT = /<(?:\?php|script|svg|html|!doctype|iframe|object|embed)\b/i;

/** Whether another file comes with the picture: behind it, or in its comments. */
export function hasMoreThanPicture(file: Buffer, { end, extras }: Container): boolean {
  // Some cameras fill up with zeros.
  if (file.subarray(end).some(byte => byte !== 0)) return true;
  return extras.some(
    extra => FOREIGN.some(start => extra.includes(start)) || FOREIGN_TEXT.test(extra.toString('latin1')),
  );
}
