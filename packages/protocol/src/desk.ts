// The desk's protocol in one place; its browser imports only types from here, and roles.ts as it is.
export * from './desk-calls.ts';
export * from './desk/desk-call.ts';
