/** The app's own texts for failed calls. The server's refusals come in the customer's language (the `lang` header). */
export const errors = {
  unknown: 'Something went wrong. Please try again.',
  network_error: 'No connection to the server. Check your network and try again.',
  timeout: 'The server took too long to answer. Please try again.',
  bad_reply: 'The server sent an answer this app does not understand. Please try again.',
  maintenance: 'The exchange is under maintenance. Please try again later.',
  session_invalid: 'Your session has ended. Please log in again.',
  why: 'Why?',
};
