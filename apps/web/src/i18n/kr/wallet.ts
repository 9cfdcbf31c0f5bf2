export const wallet = {};
