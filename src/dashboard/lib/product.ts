export const PRODUCT = 'Shedworks';
