import { expect, it } from 'vitest';
import { readReserveMessage, reserveMessage, type ReserveMessage } from './message.ts';

const MESSAGE: ReserveMessage = {
  origin: 'tallystick.example/public',
  network: 'ERC20',
  address: '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
  day: '2026-11-28',
  after: { number: 118, hash: 'ab'.repeat(32) },
};

it('what is signed says whose the address is, since when, and after which public record', () => {
  expect(reserveMessage(MESSAGE)).toBe(
    [
      'tallystick.example/public holds this address as a reserve.',
      'Network: ERC20',
      'Address: 0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
      'Day: 2026-11-28',
      `After public record: 118 ${'ab'.repeat(32)}`,
    ].join('\n'),
  );
});

it('is read as it was written, and in no other form', () => {
  for (const message of [MESSAGE, { ...MESSAGE, after: null }]) {
    expect(readReserveMessage(reserveMessage(message))).toEqual(message);
  }
  const text = reserveMessage(MESSAGE);
  for (const other of [
    `${text}\n`,
    ` ${text}`,
    text.replace('11-28', '11-31'),
    text.replaceAll('\n', '\r\n'),
    text.replace('reserve', 'deposit'),
    text.replace('118', '0'),
  ]) {
    expect(readReserveMessage(other)).toBeNull();
  }
});
