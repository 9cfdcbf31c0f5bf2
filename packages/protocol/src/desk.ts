// The desk's whole protocol; its browser app imports only types from here, and roles.ts.
export * from './desk-calls.ts';
export * from './desk/desk-call.ts';
