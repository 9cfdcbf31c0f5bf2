export * from './price-log.ts';
