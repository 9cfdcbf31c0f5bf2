export const notice = {};
