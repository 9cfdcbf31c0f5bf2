import { maskContact } from '../account/contact.ts';
import { contactsOf } from '../account/store.ts';
import type { PersonRow } from './store.ts';

/** A nickname as other customers see it: `ta***c`. */
export function maskNickname(nickname: string): string {
  const letters = [...nickname];
  return `${letters.slice(0, 2).join('')}***${letters.length > 3 ? letters.at(-1) : ''}`;
}

/** For the promoter: the masked contact of those they invited, the masked nickname of those invited by these (level 2). */
export function maskPerson(person: PersonRow | undefined, level: number): string {
  if (person === undefined) return '***';
  const [contact] = contactsOf(person);
  return level === 1 && contact !== undefined ? maskContact(contact) : maskNickname(person.nickname);
}
