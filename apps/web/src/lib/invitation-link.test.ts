import { describe, expect, it } from 'vitest';
import { invitationIn } from './invitation-link.ts';

const at = (address: string) =>
  invitationIn(new URL(address, 'https://tally.example'), '/pages/user/login/register');

describe('an invitation in the address', () => {
  it.each([
    ['/web/?code=TALLY123#/pages/user/login/register', '/web/#/pages/user/login/register'],
    ['/web/?code=TALLY123', '/web/'],
    ['/web/?a=1&code=TALLY123#/pages/index/index?b=2', '/web/?a=1#/pages/index/index?b=2'],
    ['/web/#/pages/user/login/register?code=TALLY123', '/web/#/pages/user/login/register'],
    ['/web/#/pages/user/login/register?code=TALLY123&b=2', '/web/#/pages/user/login/register?b=2'],
    ['/web/?code=TALLY123#/pages/help-center/detail?code=busy', '/web/#/pages/help-center/detail?code=busy'],
    ['/web/#/register?code=TALLY123', '/web/#/pages/user/login/register'],
    ['/web/?code=%20TALLY123%20#/', '/web/#/'],
  ])('%s', (address, left) => {
    expect(at(address)).toEqual({ code: 'TALLY123', address: left });
  });

  it("before the mark takes precedence over the route's; both are removed", () => {
    expect(at('/web/?code=FIRST#/register?code=SECOND')).toEqual({
      code: 'FIRST',
      address: '/web/#/pages/user/login/register',
    });
  });

  it.each([
    '/web/',
    '/web/?code=',
    '/web/#/register',
    '/web/#/pages/help-center/detail?code=busy',
    `/web/?code=${'A'.repeat(33)}`,
  ])('there is none in %s', address => {
    expect(at(address)).toBeNull();
  });
});
