import type { MessageTexts } from './text.ts';

export const en: MessageTexts = {
  registerCode: {
    subject: 'Your Tallystick code: {code}',
    paragraphs: [
      'Welcome to Tallystick. Your verification code is {code}.',
      'It is valid for {minutes} minutes. Nobody from Tallystick will ever ask you for it.',
      'If you did not ask for it, you can ignore this message.',
    ],
    sms: 'Tallystick: {code} is your verification code, valid for {minutes} minutes. Never share it.',
  },
  registerExists: {
    subject: 'You already have a Tallystick account',
    paragraphs: [
      'Somebody, probably you, tried to open an account with this address. You already have one: simply log in.',
      'If you have forgotten your password, choose “Forgot password” on the login page.',
      'The code asked for is {code}. It is valid for {minutes} minutes, but opens no second account.',
    ],
    sms: 'Tallystick: you already have an account, please log in. Your code {code} opens no second one.',
  },
  forgetCode: {
    subject: 'Your Tallystick code: {code}',
    paragraphs: [
      'You asked to set a new password. Your verification code is {code}.',
      'It is valid for {minutes} minutes. Nobody from Tallystick will ever ask you for it.',
      'If you did not ask for it, your password stays as it is; somebody may be trying to get in.',
    ],
    sms: 'Tallystick: {code} is your code to set a new password, valid for {minutes} minutes. Never share it.',
  },
  forgetUnknown: {
    subject: 'No Tallystick account with this address',
    paragraphs: [
      'Somebody, perhaps you, asked to set a new password. There is no Tallystick account with this address.',
      'You may have registered with another address or with your phone number. If this was not you, ignore this message.',
    ],
    sms: 'Tallystick: there is no account with this number. You may have registered with another one.',
  },
  passwordChanged: {
    subject: 'Your Tallystick password was changed',
    paragraphs: [
      'The password of your account has just been changed, and all sessions have ended.',
      'If this was not you, set a new password at once and contact support.',
    ],
    sms: 'Tallystick: your password was changed. If this was not you, set a new one at once.',
  },
};
