export * from './checkpoint.ts';
export * from './evidence.ts';
export * from './note.ts';
export * from './price-log.ts';
export * from './proof.ts';
export * from './receipt.ts';
