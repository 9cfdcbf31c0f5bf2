export const market = {};
