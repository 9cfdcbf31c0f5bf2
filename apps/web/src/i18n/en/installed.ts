export const installed = {
  later: 'Later',
  version: {
    title: 'A new version is ready',
    text: 'It is loaded when you say so; nothing is lost.',
    act: 'Load it now',
    busy: 'A request of yours is still waiting for its answer.',
  },
  install: {
    title: 'Install the app',
    text: 'Opens from your home screen, also without a network, and can tell you of fills and deposits.',
    act: 'Install',
  },
  /** For browsers that cannot show an install prompt. */
  apple: {
    share: 'Tap the share button of the browser.',
    add: 'Choose “Add to Home Screen”.',
    open: 'Open Tallystick from your home screen.',
  },
  shared: {
    nothing: 'Nothing of what you shared can be opened here.',
  },
};
