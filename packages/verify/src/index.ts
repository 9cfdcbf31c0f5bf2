export * from './checkpoint.ts';
export * from './evidence.ts';
export * from './note.ts';
export * from './price-log.ts';
export * from './promise.ts';
export * from './proof.ts';
export * from './receipt.ts';
export * from './report.ts';
