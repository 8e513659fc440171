/** The placeholder for the secret in the text of an email, which the outbox shows. */
export const LINK_PLACE = '[the link is only in the email]';
