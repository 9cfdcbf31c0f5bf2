export const law = {
  title: 'Terms, privacy and risks',
  tabs: {
    agreement: 'Agreement',
    privacy: 'Privacy',
    risk: 'Risks',
  },
  choose: 'Which document',
  asked:
    'This version is new. Please read it and accept it before you open anything new. Closing and withdrawing stay possible.',
  accept: 'I have read it and accept it',
  done: 'Accepted. Thank you.',
  accepted: 'You accepted the version of {version} on {at}.',
  versions: 'Versions',
  first: 'First version',
  earlier: 'You are reading an earlier version, which is not in force any more.',
  sign: 'Sign the agreement',
};
