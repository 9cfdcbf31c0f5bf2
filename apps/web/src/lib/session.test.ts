import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SessionUser } from './session.ts';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});
vi.stubGlobal('window', { addEventListener: () => undefined });
const { currentSession, endSession, onSessionChange, startSession, updateSessionUser } =
  await import('./session.ts');

const user = { id: 7, account: 'a***@example.org', nickname: 'tally' } as SessionUser;

afterEach(() => endSession());

describe('a session', () => {
  it('tells when it begins and when it ends, once each', () => {
    const heard: (string | undefined)[] = [];
    const stop = onSessionChange(session => heard.push(session?.token));
    startSession({ token: 'one', user });
    startSession({ token: 'two', user });
    endSession();
    endSession();
    stop();
    expect(heard).toEqual(['one', 'two', undefined]);
  });

  it('that learns more of its customer stays the same one', () => {
    startSession({ token: 'one', user });
    const heard = vi.fn();
    const stop = onSessionChange(heard);
    updateSessionUser({ ...user, nickname: 'another' });
    stop();
    expect(heard).not.toHaveBeenCalled();
    expect(currentSession()?.user.nickname).toBe('another');
  });

  it('learns nothing from what was asked about the customer before', () => {
    startSession({ token: 'two', user: { ...user, id: 8 } });
    updateSessionUser({ ...user, nickname: 'another' });
    expect(currentSession()?.user).toEqual({ ...user, id: 8 });
  });
});
