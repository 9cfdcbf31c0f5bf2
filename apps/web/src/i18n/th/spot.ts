export const spot = {};
