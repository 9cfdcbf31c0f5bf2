import { expect, it } from 'vitest';
import { openCheckpoint } from './checkpoint.ts';
import { readNote } from './note.ts';
import { newSigner, signNote } from './testing/sample-log.ts';
import { SamplePublicLog, sampleRecords } from './testing/sample-public-log.ts';

const log = new SamplePublicLog(sampleRecords(3));

it('a note has no control characters but line breaks, whoever has signed it', () => {
  expect(readNote(log.checkpoint())).not.toBeNull();
  for (const control of ['\u0000', '\u0007', '\t', '\r', '\u001B[2J', '\u001F']) {
    const signer = newSigner(`log.example${control}/public`);
    const odd = new SamplePublicLog(sampleRecords(3), signer, signer.key.name);
    expect(readNote(odd.checkpoint())).toBeNull();
    expect(openCheckpoint(odd.checkpoint(), [signer.key], 'record')).toMatchObject({ problem: 'unreadable' });
    expect(readNote(signNote(`a${control}\nb\n`, log.signer))).toBeNull();
    expect(readNote(`${log.checkpoint()}${control}`)).toBeNull();
  }
});
