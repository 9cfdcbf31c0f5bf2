import { describe, expect, it } from 'vitest';
import { addressOf, endpointOf, isPublic } from './endpoint.ts';

const services = { hosts: ['fcm.googleapis.com', '*.notify.windows.com'] };

describe('an endpoint', () => {
  it.each(['https://fcm.googleapis.com/fcm/send/x', 'https://db5p.notify.windows.com/w/?token=a%2Fb'])(
    '%s is allowed',
    text => {
      expect(endpointOf(text, services)?.href).toBe(text);
    },
  );

  it.each([
    ['http', 'http://fcm.googleapis.com/x'],
    ['another service', 'https://push.evil.example/x'],
    ['a name that ends alike', 'https://evilnotify.windows.com/x'],
    ['a name that begins alike', 'https://fcm.googleapis.com.evil.example/x'],
    ['the domain itself', 'https://notify.windows.com/x'],
    ['a name and password', 'https://a:b@fcm.googleapis.com/x'],
    ['a host behind an @', 'https://fcm.googleapis.com@127.0.0.1/x'],
    ['another port', 'https://fcm.googleapis.com:8443/x'],
    ['an address', 'https://127.0.0.1/x'],
    ['an address in another spelling', 'https://0x7f000001/x'],
    ['a fragment', 'https://fcm.googleapis.com/x#y'],
    ['no URL', 'fcm.googleapis.com/x'],
    ['too long', `https://fcm.googleapis.com/${'x'.repeat(1_000)}`],
  ])('with %s is refused', (_, text) => {
    expect(endpointOf(text, services)).toBeNull();
  });
});

describe('an address', () => {
  it.each(['142.250.1.95', '2a00:1450:4001:82b::200a'])('%s is public', address => {
    expect(isPublic(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'localhost',
    '',
  ])('%s is not public', address => {
    expect(isPublic(address)).toBe(false);
  });

  it('is refused if the name also resolves to a private one', async () => {
    const resolve = () => Promise.resolve(['142.250.1.95', '10.0.0.1']);
    await expect(addressOf('x.test', resolve, isPublic)).rejects.toThrow('10.0.0.1');
  });

  it('is the first that the name resolves to', async () => {
    const resolve = () => Promise.resolve(['142.250.1.95', '142.250.1.96']);
    expect(await addressOf('x.test', resolve, isPublic)).toBe('142.250.1.95');
    await expect(addressOf('x.test', () => Promise.resolve([]), isPublic)).rejects.toThrow('no address');
  });
});
