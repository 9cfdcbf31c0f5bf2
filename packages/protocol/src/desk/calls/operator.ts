import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import { ROLES } from '../roles.ts';

export const role = z.enum(ROLES);

export const operator = z.object({
  id: z.number(),
  name: z.string(),
  role,
  /** Where links go. */
  email: z.string().nullable(),
  active: z.boolean(),
  /** Has chosen a password. */
  joined: z.boolean(),
  /** From then on they count as a second person; null: not before they have joined. */
  second_from_ms: z.number().nullable(),
  /** To whom they are no second person, nor those to them; null: for ever. */
  not_with: z.array(z.object({ id: z.number(), name: z.string(), until_ms: z.number().nullable() })),
  totp: z.boolean(),
  created_at_ms: z.number(),
  last_login_at_ms: z.number().nullable(),
});

const me = z.object({
  operator,
  mode: z.enum(['demo', 'live']),
  /** In live the second factor has to be set up before anything else. */
  totp_setup_required: z.boolean(),
});

const code = z.string().max(12);

export const operatorCalls = deskCallsOf({
  'POST desk/login': {
    summary: 'Log in to the desk. Answers `totp_required` when the code of the authenticator app is missing',
    auth: 'none',
    permission: 'self',
    input: z.object({
      name: z.string().min(1).max(64),
      password: z.string().max(1024),
      code: code.optional(),
    }),
    output: me.extend({ token: z.string() }),
    errors: ['login_failed', 'login_limited', 'account_locked', 'totp_required', 'totp_wrong'],
  },
  'POST desk/login_link_open': {
    summary: 'Use a link of `npm run operator -- unlock NAME`: this device is known from now on',
    auth: 'none',
    permission: 'self',
    input: z.object({ token: z.string().min(1).max(128) }),
    output: z.object({ known: z.literal(true) }),
    errors: ['login_link_expired'],
  },
  'POST desk/invitation_open': {
    summary: 'Open the link that a new operator was sent: once, and then go on with what it answers',
    auth: 'none',
    permission: 'self',
    input: z.object({ token: z.string().min(1).max(128) }),
    output: z.object({
      name: z.string(),
      role,
      /** Good for an hour. */
      setup_token: z.string(),
      /** For the authenticator app; null: the one there is stays. */
      totp: z.object({ secret: z.string(), uri: z.string() }).nullable(),
    }),
    errors: ['invitation_used', 'invitation_expired'],
  },
  'POST desk/invitation_accept': {
    summary: 'Choose the own password, prove the second factor, and be logged in',
    auth: 'none',
    permission: 'self',
    input: z.object({
      setup_token: z.string().min(1).max(128),
      password: z.string().max(1024),
      re_password: z.string().max(1024),
      code,
    }),
    output: me.extend({ token: z.string() }),
    errors: [
      'invitation_expired',
      'password_too_short',
      'password_too_long',
      'passwords_differ',
      'totp_wrong',
      'account_locked',
    ],
  },
  'POST desk/logout': {
    summary: 'End this session',
    auth: 'pending',
    permission: 'self',
    output: z.object({ ended: z.literal(true) }),
  },
  'GET desk/me': {
    summary: 'Who is logged in',
    auth: 'pending',
    permission: 'self',
    output: me,
  },
  'POST desk/totp_begin': {
    summary: 'A new secret for the authenticator app; it counts once confirmed with a code',
    auth: 'pending',
    permission: 'self',
    input: z.object({ password: z.string().max(1024) }),
    output: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['login_failed', 'account_locked'],
  },
  'POST desk/totp_confirm': {
    summary: 'Set the second factor up with the first code it shows',
    auth: 'pending',
    permission: 'self',
    input: z.object({ code }),
    output: me,
    errors: ['totp_wrong', 'account_locked'],
  },
  'POST desk/password': {
    summary: 'Change the own password; ends the operator’s other sessions',
    permission: 'self',
    input: z.object({
      old_password: z.string().max(1024),
      password: z.string().max(1024),
      re_password: z.string().max(1024),
    }),
    output: z.object({ changed: z.literal(true) }),
    errors: ['login_failed', 'account_locked', 'password_too_short', 'password_too_long', 'passwords_differ'],
  },
  'GET desk/operators': {
    summary: 'Everyone who works at the desk. Changes are proposals of kind `operator`',
    permission: 'operator.read',
    output: z.object({ items: z.array(operator) }),
  },
});
