/** The purposes of a link: a first password, or a new one. */
export const linkPurposes = ['invitation', 'reset'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** How many hours a link is valid. */
export const linkHours = { invitation: 72, reset: 1 } as const satisfies Record<LinkPurpose, number>;
