import type { SecurityTexts } from './text.ts';

export const en: SecurityTexts = {
  securityCode: {
    subject: 'Your Tallystick code: {code}',
    paragraphs: [
      'Your verification code is {code}. It is valid for {minutes} minutes and for one action only.',
      'Nobody from Tallystick will ever ask you for it. If you did not ask for it, change your password.',
    ],
    sms: 'Tallystick: {code} is your verification code, valid for {minutes} minutes. Never share it.',
  },
  loginLink: {
    subject: 'Log in on this device',
    paragraphs: [
      'Too many wrong passwords were tried at your account, so a new device needs this link: {link}',
      'Open it on the device you want to log in with. It works once, within {minutes} minutes; then enter your password as usual.',
      'If you did not try to log in, somebody is guessing your password. They have not got in; do not open this link and give it to nobody.',
    ],
    sms: 'Tallystick: open {link} on the device you want to log in with. Works once, within {minutes} minutes. Give it to nobody.',
  },
  loginLinkUnknown: {
    subject: 'No Tallystick account with this address',
    paragraphs: [
      'Somebody, perhaps you, asked for a link to log in with this address. There is no Tallystick account with it.',
      'You may have registered with another address or with your phone number. If this was not you, ignore this message.',
    ],
    sms: 'Tallystick: a link to log in was asked for, but there is no account with this number.',
  },
  operatorInvitation: {
    subject: 'Your operator account at Tallystick',
    paragraphs: [
      'An operator account was made ready for you at Tallystick, with the name {name}. Choose your password and second factor here: {invitation}',
      'The link opens once, within {hours} hours, and is yours alone: no colleague has seen it or needs it.',
      'If it says that it was opened before and that was not you, tell your colleagues at once. If you do not work there, do not open it.',
    ],
    sms: 'Tallystick: choose the password of your operator account {name}: {invitation}. Opens once, within {hours} hours. Give it to nobody.',
  },
  fundPasswordChanged: {
    subject: 'Your fund password was set',
    paragraphs: [
      'The fund password of your account has just been set or changed.',
      'If this was not you, freeze your account in the app and contact support.',
    ],
    sms: 'Tallystick: your fund password was set or changed. If this was not you, freeze your account at once.',
  },
  twoFactorOn: {
    subject: 'Two-factor is on',
    paragraphs: [
      'Logging in to your account now needs a code of your authenticator app.',
      'Keep your recovery codes where your phone is not. If this was not you, contact support at once.',
    ],
    sms: 'Tallystick: two-factor was turned on. If this was not you, contact support at once.',
  },
  twoFactorOff: {
    subject: 'Two-factor is off',
    paragraphs: [
      'Two-factor has just been turned off, so your password alone opens your account. Withdrawals are on hold until {until} (UTC).',
      'If this was not you, freeze your account in the app and contact support.',
    ],
    sms: 'Tallystick: two-factor was turned off. If this was not you, freeze your account at once.',
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used',
    paragraphs: [
      'One of your recovery codes was used in place of your authenticator app. Codes left: {left}.',
      'If this was not you, change your password and freeze your account.',
    ],
    sms: 'Tallystick: a recovery code was used, {left} left. If this was not you, freeze your account.',
  },
  passkeyAdded: {
    subject: 'A passkey was added',
    paragraphs: [
      'The passkey “{name}” can now open your account.',
      'If this was not you, remove it in the security centre and change your password.',
    ],
    sms: 'Tallystick: the passkey “{name}” was added. If this was not you, remove it and change your password.',
  },
  passkeyRemoved: {
    subject: 'A passkey was removed',
    paragraphs: [
      'The passkey “{name}” no longer opens your account. Withdrawals are on hold until {until} (UTC).',
      'If this was not you, freeze your account in the app and contact support.',
    ],
    sms: 'Tallystick: the passkey “{name}” was removed. If this was not you, freeze your account at once.',
  },
  newDevice: {
    subject: 'A new device logged in to your account',
    paragraphs: [
      'Somebody, hopefully you, has just logged in from a device we have not seen before: {device}, address {address}.',
      'If this was not you, change your password at once: it logs every device out.',
    ],
    sms: 'Tallystick: a new device logged in from {address}. If this was not you, change your password at once.',
  },
  contactChanged: {
    subject: 'A contact of your account was changed',
    paragraphs: [
      '{contact} now belongs to your account: for logging in, for codes and for messages like this one.',
      'If this was not you, freeze your account in the app and contact support.',
    ],
    sms: 'Tallystick: {contact} now belongs to your account. If this was not you, freeze your account at once.',
  },
  accountFrozen: {
    subject: 'Your account is frozen',
    paragraphs: [
      'Every device is logged out, and nothing can be traded, transferred or withdrawn. Your funds stay yours.',
      'If you froze it yourself, you can lift the freeze in the security centre after 24 hours; support can do it sooner.',
    ],
    sms: 'Tallystick: your account is frozen. Nothing can be traded or withdrawn until the freeze is lifted.',
  },
  accountUnfrozen: {
    subject: 'Your account is open again',
    paragraphs: [
      'The freeze of your account was lifted. You can trade and withdraw again.',
      'If this was not you, freeze it again and contact support.',
    ],
    sms: 'Tallystick: the freeze of your account was lifted. If this was not you, freeze it again at once.',
  },
  recoveryRequested: {
    subject: 'Somebody asks for your second factor to be removed',
    paragraphs: [
      'Somebody who knows your password has asked to remove the second factor of your account, with an identity document and a picture. Two people look at it; after their yes another {hours} hours pass. Withdrawals are held until it is over.',
      'If this was not you, stop it here, without logging in: {stop}',
      'Then change your password: whoever asked knows it.',
    ],
    sms: 'Tallystick: somebody asks to remove your second factor. Not you? Stop it: {stop} and change your password.',
  },
  recoveryApproved: {
    subject: 'Your second factor will be removed on {ready} (UTC)',
    paragraphs: [
      'Two people have compared the papers and agreed. The second factor of your account is removed on {ready} (UTC), and not before. Withdrawals are held until then and for a while after.',
      'If you did not ask for this, stop it now, without logging in: {stop}',
      'Logging in with your second factor stops it, too.',
    ],
    sms: 'Tallystick: your second factor is removed on {ready} (UTC). Not you? Stop it: {stop}',
  },
  recoveryCompleted: {
    subject: 'Your second factor was removed',
    paragraphs: [
      'The wait is over: your password alone opens your account now, and all devices were logged out. Withdrawals are on hold until {until} (UTC).',
      'Log in and set up a new second factor at once. If you did not ask for this, freeze your account and contact support.',
    ],
    sms: 'Tallystick: your second factor was removed. Log in and set up a new one. Not you? Freeze your account at once.',
  },
  recoveryRejected: {
    subject: 'Your second factor stays on',
    paragraphs: [
      'The request to remove the second factor of your account was turned down. Nothing has changed.',
      'If you made it, the reason stands where you log in. If not, change your password: somebody knows it.',
    ],
    sms: 'Tallystick: the request to remove your second factor was turned down; nothing has changed. Not you? Change your password.',
  },
  recoveryStopped: {
    subject: 'The removal of your second factor was stopped',
    paragraphs: [
      'The request to remove the second factor of your account was stopped. Nothing has changed, and withdrawals are not held any more because of it.',
      'If you never made such a request, change your password: somebody knows it.',
    ],
    sms: 'Tallystick: the removal of your second factor was stopped; nothing has changed. If you never asked for it, change your password.',
  },
};
