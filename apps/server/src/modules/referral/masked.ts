import { maskContact } from '../account/contact.ts';
import { contactsOf } from '../account/store.ts';
import type { PersonRow } from './store.ts';

/** A nickname as strangers may see it: `ta***c`. */
export function maskNickname(nickname: string): string {
  const letters = [...nickname];
  return `${letters.slice(0, 2).join('')}***${letters.length > 3 ? letters.at(-1) : ''}`;
}

/** An invited person as their promoter sees them, who knows them; as a stranger when they were invited by another. */
export function maskPerson(person: PersonRow | undefined, level: number): string {
  if (person === undefined) return '***';
  const [contact] = contactsOf(person);
  return level === 1 && contact !== undefined ? maskContact(contact) : maskNickname(person.nickname);
}
