// One file for both screens, because every file that loads separately adds to the first visit.
export { NoticesPage } from './notices-page.js';
export { NotificationsPage } from './notifications-page.js';
