/** The secret of every server that a test starts. */
export const secret = 'a secret that only the tests of this product know';
