import { hash, randomBytes } from 'node:crypto';

/** 256 random bits for a link, ticket or cookie, of which only the hash is kept. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
