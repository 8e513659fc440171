// One file for both screens: each file that loads on its own makes every first visit larger.
export { NoticesPage } from './notices-page.js';
export { NotificationsPage } from './notifications-page.js';
