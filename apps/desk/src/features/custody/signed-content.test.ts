import { expect, test } from 'vitest';
import { signedContent } from './signed-content.ts';

test('text stays text, without the blanks around it', () => {
  expect(signedContent(new TextEncoder().encode('{"signed": []}\n'))).toBe('{"signed": []}');
});

test('bytes become base64', () => {
  expect(signedContent(new Uint8Array([0x70, 0x73, 0x62, 0x74, 0xff, 0x01]))).toBe('cHNidP8B');
});
