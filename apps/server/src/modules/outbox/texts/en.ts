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
  basicVerified: {
    subject: 'Your basic verification is complete',
    paragraphs: [
      'Your basic verification has been approved.',
      'Next comes advanced verification with three pictures: it unlocks withdrawals and second options.',
    ],
    sms: 'Tallystick: your basic verification has been approved.',
  },
  basicRejected: {
    subject: 'Your basic verification needs your attention',
    paragraphs: [
      'Your basic verification could not be approved.',
      'Open identity verification in the app: it names the reason and what to do again. Everything else is kept.',
    ],
    sms: 'Tallystick: your basic verification could not be approved. Please see the reason in the app.',
  },
  advancedVerified: {
    subject: 'Your identity is verified',
    paragraphs: [
      'Your advanced verification has been approved. Withdrawals and second options are open to you.',
      'You do not need to do anything else.',
    ],
    sms: 'Tallystick: your identity is verified. Withdrawals are open to you.',
  },
  advancedRejected: {
    subject: 'Your advanced verification needs your attention',
    paragraphs: [
      'Your advanced verification could not be approved.',
      'Open identity verification in the app: it names the reason and which pictures to take again. The others are kept.',
    ],
    sms: 'Tallystick: your advanced verification could not be approved. Please see the reason in the app.',
  },
  fundsAsked: {
    subject: 'Please tell us where your money comes from',
    paragraphs: [
      'The law obliges us to ask where the money in your account comes from.',
      'Open identity verification in the app, say it in a few words and add a picture of a document, such as a pay slip or a contract. Until it has been checked, withdrawals wait; trading goes on.',
    ],
    sms: 'Tallystick: please tell us in the app where your money comes from. Withdrawals wait until then.',
  },
};
