import { hash, verify } from '@node-rs/argon2';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The argon2id hash of a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

const nobody = hashPassword('nobody has this password');

/** Whether a password fits a hash; takes as long when there is no hash, so the time tells nothing. */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await nobody), password);
  return stored !== null && fits;
}
