import { common } from './common.ts';
import { errors } from './errors.ts';

export const first = { common, errors };
export const later = import.meta.glob(['./*.ts', '!./index.ts', '!./common.ts', '!./errors.ts']);
