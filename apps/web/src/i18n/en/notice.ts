export const notice = {
  title: 'Notices',
  kinds: 'Kind of notice',
  all: 'All',
  empty: 'No notices yet',
  emptyText: 'Announcements and messages about your account appear here.',
  more: 'Show older notices',
  one: 'Notice',
  withUnread: 'Notices, unread: {number}',
  unread: 'Unread',
  readAll: 'Mark all as read',
};
