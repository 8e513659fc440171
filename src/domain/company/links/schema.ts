/** What a link is for: a first password, or a new one. */
export const linkPurposes = ['invitation', 'reset'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** For how many hours a link works. */
export const linkHours = { invitation: 72, reset: 1 } as const satisfies Record<LinkPurpose, number>;
