import { assessBy } from '#lib/assessment.ts';
import { summarise } from './summary.ts';
import { validate } from './validate.ts';

export const assess = assessBy(summarise, validate);
