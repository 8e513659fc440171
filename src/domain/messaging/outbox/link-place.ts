/** Where the text of an email has its secret; the outbox shows this instead. */
export const LINK_PLACE = '[the link is only in the email]';
