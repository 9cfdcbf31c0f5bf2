import { z } from 'zod';
import { callsOf } from '../call.ts';
import { UPLOAD_ERRORS } from './upload-errors.ts';

/** What the live picture may have to show besides the code. */
export const RECOVERY_GESTURES = [
  'open_palm',
  'fist',
  'thumb_up',
  'two_fingers',
  'touch_ear',
  'touch_nose',
  'hand_on_head',
  'point_up',
] as const;
export const RECOVERY_STATES = ['under_review', 'waiting', 'completed', 'rejected', 'stopped'] as const;
/** Reasons of a rejection, chosen by operators; the app has their texts. */
export const RECOVERY_REASONS = [
  'picture_unclear',
  'wrong_gesture',
  'does_not_match',
  'suspicious',
  'other',
] as const;

const ticket = z.string().max(128);
const token = z.string().max(128);

export const recovery = z.object({
  state: z.enum(RECOVERY_STATES),
  requested_at_ms: z.number(),
  /** How many of the two people have agreed. */
  approvals: z.number(),
  /** When the second factor is removed; null before both have approved. */
  ready_at_ms: z.number().nullable(),
  ended_at_ms: z.number().nullable(),
  /** Only when it was turned down. */
  reason: z.enum(RECOVERY_REASONS).nullable(),
});
/** No request is possible now: no verified identity to compare with, one is open, or there were too many. */
const blocked = z.enum(['needs_identity', 'open', 'too_often']).nullable();

export const recoveryCalls = callsOf('security', {
  'POST user/recovery_state': {
    summary:
      'With the ticket of a right password: the newest recovery of a lost second factor, and whether one can begin',
    auth: 'none',
    input: z.object({ ticket }),
    output: z.object({ blocked, recovery: recovery.nullable(), wait_hours: z.number() }),
    errors: ['second_factor_expired'],
  },
  'POST user/recovery_begin': {
    summary:
      'Uses the ticket up and says what a picture taken now has to show; good for one request within fifteen minutes',
    auth: 'none',
    input: z.object({ ticket }),
    output: z.object({
      challenge: z.string(),
      gesture: z.enum(RECOVERY_GESTURES),
      /** Six digits, to be written on paper by hand. */
      code: z.string(),
      expires_in_s: z.number(),
    }),
    errors: ['second_factor_expired', 'recovery_needs_identity', 'recovery_open', 'recovery_too_often'],
  },
  'POST user/recovery': {
    summary:
      'Ask for the second factor to be removed: the verified document’s data and the live picture, as multipart. Two ' +
      'people look at it, then 72 hours pass; every contact is told, and the owner can stop it',
    auth: 'none',
    file: 'file',
    input: z.object({
      challenge: token,
      /** ISO 3166 alpha-2. */
      country: z.string().regex(/^[A-Z]{2}$/),
      full_name: z.string().max(120),
      id_number: z.string().max(40),
    }),
    output: recovery,
    errors: [
      'recovery_challenge_expired',
      'recovery_needs_identity',
      'recovery_open',
      'recovery_too_often',
      'recovery_picture_replayed',
      'full_name_invalid',
      'id_number_invalid',
      ...UPLOAD_ERRORS,
    ],
  },
  'POST user/recovery_stop': {
    summary: 'The owner’s stop, by the one-time link in our messages; needs no login',
    auth: 'none',
    input: z.object({ token }),
    output: z.object({ stopped: z.literal(true) }),
    errors: ['recovery_stop_expired'],
  },
  'GET user/recovery': {
    summary:
      'The newest recovery of the second factor, for whoever is logged in; null if there never was one',
    output: z.object({ recovery: recovery.nullable() }),
  },
  'POST user/recovery_cancel': {
    summary: 'The owner’s stop, from a session',
    output: z.object({ stopped: z.literal(true) }),
    errors: ['recovery_none'],
  },
});
