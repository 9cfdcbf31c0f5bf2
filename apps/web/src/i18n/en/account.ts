export const account = { login: { title: 'Log in' } };
