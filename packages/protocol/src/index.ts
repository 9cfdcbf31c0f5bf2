export * from './call.ts';
export * from './calls.ts';
export * from './envelope.ts';
export * from './errors.ts';
export * from './languages.ts';
export * from './push-message.ts';
export * from './sockets.ts';
export * from './notification-events.ts';
export type * from './wire.ts';
