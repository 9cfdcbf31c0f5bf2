import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';

export const IDENTITY_STATES = ['unverified', 'under_review', 'verified', 'rejected'] as const;

/** Reasons of a rejection, chosen by operators; the app has their texts. */
export const IDENTITY_REASONS = [
  'unreadable',
  'incomplete',
  'does_not_match',
  'expired',
  'wrong_document',
  'edited',
  'underage',
  'other',
] as const;

/** What can be asked for again. */
export const BASIC_FIELDS = ['country', 'full_name', 'birth_date', 'id_number', 'contact_address'] as const;
export const ADVANCED_FIELDS = ['front', 'back', 'holding'] as const;

const state = {
  state: z.enum(IDENTITY_STATES),
  submitted_at_ms: z.number().nullable(),
  decided_at_ms: z.number().nullable(),
  /** Only while rejected. */
  reason: z.enum(IDENTITY_REASONS).nullable(),
  /** The operator's own words, if any. */
  note: z.string().nullable(),
};

export const identityState = z.object({
  /** The highest level that is verified. */
  level: z.enum(['none', 'basic', 'advanced']),
  basic: z.object({
    ...state,
    /** What must be repeated after a rejection; other fields may then be omitted. */
    redo: z.array(z.enum(BASIC_FIELDS)),
    /** As submitted, for the owner to recognise: name and number masked. */
    country: z.string().nullable(),
    full_name: z.string().nullable(),
    birth_date: z.string().nullable(),
    id_number: z.string().nullable(),
    contact_address: z.string().nullable(),
  }),
  advanced: z.object({
    ...state,
    redo: z.array(z.enum(ADVANCED_FIELDS)),
    /** Pictures as submitted. */
    front: z.number().nullable(),
    back: z.number().nullable(),
    holding: z.number().nullable(),
  }),
});

/** Degrees with at most six decimals: `-16.0471`. */
const degrees = z.string().regex(/^-?\d{1,3}(\.\d{1,6})?$/);

export const identityCalls = callsOf('identity', {
  'GET user/identity': {
    summary: 'Both levels of identity verification, with reasons and what to do again',
    output: identityState,
  },
  'POST user/real_name': {
    summary:
      'Apply for basic verification. After a rejection, fields that need not be done again may be left out',
    input: z.object({
      /** ISO 3166 alpha-2. */
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
      full_name: z.string().max(120).optional(),
      /** `1990-12-31`; required where customers have to be of an age. */
      birth_date: z.iso.date().max(10).optional(),
      id_number: z.string().max(40).optional(),
      contact_address: z.string().max(300).optional(),
      /** From the region picker. */
      region: z.string().max(120).optional(),
      latitude: degrees.optional(),
      longitude: degrees.optional(),
    }),
    output: identityState,
    errors: [
      'country_not_served',
      'too_young',
      'full_name_invalid',
      'id_number_invalid',
      'contact_address_invalid',
      'identity_under_review',
      'identity_already_verified',
      'identity_document_used',
    ],
  },
  'POST user/real_name2': {
    summary:
      'Apply for advanced verification with three uploaded pictures. After a rejection, those that need not be ' +
      'done again may be left out',
    input: z.object({ front: f.id.optional(), back: f.id.optional(), holding: f.id.optional() }),
    output: identityState,
    errors: [
      'picture_unknown',
      'picture_in_use',
      'pictures_alike',
      'identity_basic_first',
      'identity_under_review',
      'identity_already_verified',
    ],
  },
});
